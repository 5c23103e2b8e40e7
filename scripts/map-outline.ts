/**
 * `npm run map:outline`: renews the outline of the world's land for the result's map. It is Natural Earth's 1:110m land
 * (public domain, naturalearthdata.com), as the package `world-atlas` holds it in TopoJSON.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { MAP_HEIGHT, MAP_WIDTH, project, type Point } from '../src/map/projection.ts';

const SOURCE = 'world-atlas@2.0.2';
const OUTLINE = fileURLToPath(new URL('../src/map/land.ts', import.meta.url));

/** Smallest island that is drawn, in square units of the drawing. */
const LEAST_AREA = 3;

const pair = z.tuple([z.number(), z.number()]);
/** A quantised TopoJSON with one object of polygons (github.com/topojson/topojson-specification, 2.1). */
const topology = z.object({
  transform: z.object({ scale: pair, translate: pair }),
  arcs: z.array(z.array(pair)),
  objects: z.object({
    land: z.object({
      geometries: z.array(
        z.object({ type: z.literal('MultiPolygon'), arcs: z.array(z.array(z.array(z.int()))) }),
      ),
    }),
  }),
});
type Topology = z.infer<typeof topology>;

function download(): Topology {
  const folder = mkdtempSync(join(tmpdir(), 'waystamp-map-'));
  try {
    const answer = execFileSync('npm', ['pack', SOURCE, '--silent', '--pack-destination', folder], {
      encoding: 'utf8',
    });
    execFileSync('tar', ['-xzf', join(folder, answer.trim()), '-C', folder]);
    return topology.parse(JSON.parse(readFileSync(join(folder, 'package/land-110m.json'), 'utf8')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The rings of all polygons, in the drawing's coordinates. */
function rings({ transform, arcs, objects }: Topology): Point[][] {
  const { scale, translate } = transform;
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]) => {
      x += dx;
      y += dy;
      return project({ longitude: x * scale[0] + translate[0], latitude: y * scale[1] + translate[1] });
    });
  });
  // A negative index means the arc ~index, reversed.
  const line = (index: number): Point[] =>
    index < 0 ? (lines[~index] ?? []).toReversed() : (lines[index] ?? []);
  return objects.land.geometries.flatMap((geometry) =>
    geometry.arcs.flat().map((indices) => indices.flatMap(line)),
  );
}

/** A ring that crosses the 180th meridian continues beyond the drawing's edge instead of jumping to the other side. */
function unwrapped(ring: readonly Point[]): Point[] {
  let turns = 0;
  return ring.map(({ x, y }, at) => {
    const before = ring[at - 1] ?? { x, y };
    if (x - before.x > MAP_WIDTH / 2) turns -= 1;
    if (before.x - x > MAP_WIDTH / 2) turns += 1;
    return { x: x + turns * MAP_WIDTH, y };
  });
}

/** The part of a ring on one side of a line: Sutherland and Hodgman's algorithm. `depth` is negative beyond it. */
function cut(ring: readonly Point[], depth: (point: Point) => number): Point[] {
  return ring.flatMap((to, at) => {
    const from = ring.at(at - 1) ?? to;
    const [before, after] = [depth(from), depth(to)];
    const kept = after >= 0 ? [to] : [];
    if (before >= 0 === after >= 0) return kept;
    const share = before / (before - after);
    return [{ x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }, ...kept];
  });
}

/** The part of a ring inside the drawing, in one piece or in two at opposite edges. */
function pieces(ring: readonly Point[]): Point[][] {
  const whole = unwrapped(ring);
  return [0, MAP_WIDTH, -MAP_WIDTH].map((shift) => {
    const shifted = whole.map(({ x, y }) => ({ x: x + shift, y }));
    const edges = [
      ({ x }: Point) => x,
      ({ x }: Point) => MAP_WIDTH - x,
      ({ y }: Point) => y,
      ({ y }: Point) => MAP_HEIGHT - y,
    ];
    return edges.reduce(cut, shifted);
  });
}

/** Rounded to whole units, without repeated points. */
function rounded(ring: readonly Point[]): Point[] {
  return ring
    .map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }))
    .filter(({ x, y }, at, all) => x !== all.at(at - 1)?.x || y !== all.at(at - 1)?.y);
}

/** Gauss's area formula. */
function area(ring: readonly Point[]): number {
  const twice = ring.reduce((sum, { x, y }, at) => {
    const next = ring[(at + 1) % ring.length] ?? { x, y };
    return sum + x * next.y - next.x * y;
  }, 0);
  return Math.abs(twice) / 2;
}

function pathOf(ring: readonly Point[]): string {
  let [x, y] = [0, 0];
  const steps = ring.map((point, at) => {
    const step = at === 0 ? `M${point.x} ${point.y}` : `l${point.x - x} ${point.y - y}`;
    ({ x, y } = point);
    return step;
  });
  return `${steps.join('').replaceAll(' -', '-')}z`;
}

const land = rings(download())
  .flatMap(pieces)
  .map(rounded)
  .filter((ring) => area(ring) >= LEAST_AREA);
const path = land.map(pathOf).join('');
writeFileSync(
  OUTLINE,
  `/** The world's land in units of \`parts/projection.ts\`: made by \`npm run map:outline\` from Natural Earth (public domain). */
// prettier-ignore
export const LAND = '${path}';
`,
);
console.log(`${land.length} outlines, ${path.length} characters`);
