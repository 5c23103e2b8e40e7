/** The mark: a block of 2 × 2 stamps, one of them inked. The same drawing as `public/icon.svg`. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <path d={BLOCK} fill="var(--ink)" fillRule="evenodd" />
      <rect x="5.5" y="5.5" width="8.5" height="8.5" fill="var(--surface)" />
      <rect x="18" y="5.5" width="8.5" height="8.5" fill="var(--surface)" />
      <rect x="5.5" y="18" width="8.5" height="8.5" fill="var(--surface)" />
      <rect x="18" y="18" width="8.5" height="8.5" fill="var(--accent)" />
      <circle cx="22.25" cy="22.25" r="2.4" fill="none" stroke="var(--on-accent)" strokeWidth="1.2" />
    </svg>
  );
}

/** Radius of a hole, in units of the 32-unit drawing, and the number of holes along one edge. */
const HOLE = 1.05;
const HOLES_PER_EDGE = 7;

/** A square from 2 to 30 with half holes along its edges and whole ones along its cross. */
const BLOCK = (() => {
  const step = 28 / HOLES_PER_EDGE;
  const centres: [number, number][] = [];
  for (let index = 0; index < HOLES_PER_EDGE; index++) {
    const along = 2 + step * (index + 0.5);
    centres.push([along, 2], [along, 30], [2, along], [30, along], [along, 16]);
    if (Math.abs(along - 16) > 0.1) centres.push([16, along]);
  }
  const holes = centres.map(
    ([x, y]) => `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0Z`,
  );
  return `M2 2H30V30H2Z${holes.join('')}`;
})();
