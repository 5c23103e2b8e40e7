import { createStore } from 'jotai';
import { beforeEach, describe, expect, it } from 'vitest';
import { EVENTS } from '../../../../catalog/events.ts';
import type { Fact } from '../../../../worker/contract.ts';
import { numbersText, pinsOf, LEAST_APART } from '../../../../src/map/pins.ts';
import { MAP_HEIGHT, MAP_WIDTH, project, type Point } from '../../../../src/map/projection.ts';
import { LAND } from '../../../../src/map/land.ts';
import { applySnapshot, type Store } from '../../../../src/state/core.ts';
import { journey, type Stop } from '../../../../src/state/journey.ts';
import { byYear, mapLabel, withoutPlace } from '../../../../src/texts/journey.ts';
import { snapshot } from '../snapshot.ts';
import { EVENT_KEYS, factById } from '../../../support/catalog.ts';

function held(key: string, changes: Partial<Fact> = {}): Fact {
  const id: string = `selfAttestedEvents/${key}`;
  const slot = factById(id)?.slot ?? -1;
  const name = EVENTS.find((event) => event.key === key)?.name ?? key;
  return {
    id,
    list: 'selfAttestedEvents',
    key,
    slot,
    name,
    origin: 'mail',
    counts: true,
    mails: [],
    ...changes,
  };
}

const BARS: Fact = {
  ...held('dweb'),
  id: 'travelInterests/bars',
  list: 'travelInterests',
  key: 'bars',
  name: 'bars',
};

let store: Store;
beforeEach(() => {
  store = createStore();
});

function stops(...facts: Fact[]): readonly Stop[] {
  applySnapshot(store, snapshot({ facts, slots: Array.from({ length: 100 }, () => 1) }));
  return store.get(journey);
}

describe('the timeline', () => {
  it('orders the events by date, whatever the order of the facts', () => {
    const all = stops(...EVENT_KEYS.map((key) => held(key)), BARS);
    expect(all.map(({ event }) => event.key)).toEqual([
      'zuconnect',
      'progcrypto',
      'ethDenver24',
      'sigSingResident',
      'zkSummit11',
      'sigSingDemoDay',
      'edgeEsmeralda',
      'ethCC',
      'edcon',
      'dweb',
      'devcon',
    ]);
    expect(all.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(byYear(all).map(({ year, stops: members }) => [year, members.length])).toEqual([
      ['2023', 2],
      ['2024', 9],
    ]);
  });

  it('leaves out events of other people’s mail, and is empty without any others', () => {
    expect(stops(held('devcon', { counts: false }), BARS)).toEqual([]);
  });

  it('says of each event what its stamp shows', () => {
    const devcon = held('devcon');
    const facts = [devcon, held('edcon'), held('dweb', { origin: 'person' })];
    applySnapshot(
      store,
      snapshot({
        facts,
        slots: Array.from({ length: 100 }, () => 1),
        result: {
          verifiedTravelEvents: [],
          selfAttestedEvents: ['devcon'],
          travelInterests: [],
          compared: facts.map(({ id }) => id),
          comparedAt: 1,
        },
      }),
    );
    expect(store.get(journey).map(({ event, state }) => [event.key, state])).toEqual([
      ['edcon', 'own'],
      ['dweb', 'pencil'],
      ['devcon', 'shared'],
    ]);
  });
});

describe('the map’s pins', () => {
  it('stand for one place each, or for several that would overlap on a phone', () => {
    const pins = pinsOf(stops(...EVENT_KEYS.map((key) => held(key))));
    expect(pins.map(({ numbers, places }) => [numbersText(numbers), places])).toEqual([
      ['1, 2, 5', ['Istanbul, Türkiye', 'Athens, Greece']],
      ['3', ['Denver, USA']],
      ['7, 10', ['Healdsburg, USA', 'Navarro, USA']],
      ['8', ['Brussels, Belgium']],
      ['9', ['Tokyo, Japan']],
      ['11', ['Bangkok, Thailand']],
    ]);
    for (const one of pins) {
      const others = pins.filter((other) => other !== one);
      expect(Math.min(...others.map(({ x, y }) => Math.hypot(x - one.x, y - one.y)))).toBeGreaterThanOrEqual(
        LEAST_APART,
      );
    }
  });

  it('leave out events held online, and a sentence says so', () => {
    const all = stops(held('sigSingResident'), held('devcon'));
    expect(pinsOf(all)).toHaveLength(1);
    expect(withoutPlace(all)).toBe('Held online, so not on the map: Signature Singularity Residency.');
    expect(withoutPlace(stops(held('devcon')))).toBeNull();
    expect(pinsOf(stops(held('sigSingResident')))).toEqual([]);
  });

  it('have a description in words', () => {
    expect(mapLabel(pinsOf(stops(held('devcon'), held('zkSummit11'))))).toBe(
      'Map with 2 places: Athens, Greece and Bangkok, Thailand. The timeline names the events.',
    );
  });

  it.each([
    [[1], '1'],
    [[1, 2], '1, 2'],
    [[1, 2, 3, 7], '1–3, 7'],
    [[2, 5, 6], '2, 5, 6'],
  ])('show the numbers %j as %s', (numbers, text) => {
    expect(numbersText(numbers)).toBe(text);
  });
});

/** The rings of the outline, parsed from its path: `M x y`, then relative lines. */
function rings(): Point[][] {
  return LAND.split('z')
    .filter(Boolean)
    .map((ring) => {
      let [x, y] = [0, 0];
      return ring.split('l').map((step) => {
        const [dx = Number.NaN, dy = Number.NaN] = (step.match(/-?\d+/g) ?? []).map(Number);
        x += dx;
        y += dy;
        return { x, y };
      });
    });
}

/** Whether a place lies on land: the even-odd rule, with a ray to the east. */
function onLand(latitude: number, longitude: number): boolean {
  const { x, y } = project({ latitude, longitude });
  let inside = false;
  for (const ring of rings()) {
    for (const [at, a] of ring.entries()) {
      const b = ring.at(at - 1) ?? a;
      if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
    }
  }
  return inside;
}

describe('the outline', () => {
  it.each([
    ['Denver', 39.74, -104.99],
    ['Brussels', 50.85, 4.35],
    ['Nairobi', -1.29, 36.82],
    ['Alice Springs', -23.7, 133.88],
    ['La Paz', -16.5, -68.15],
    ['Novosibirsk', 55.03, 82.92],
  ])('has land at %s', (_name, latitude, longitude) => {
    expect(onLand(latitude, longitude)).toBe(true);
  });

  it.each([
    ['the Atlantic', 35, -40],
    ['the Pacific', 0, -140],
    ['the Indian Ocean', -30, 80],
    ['the Gulf of Guinea', 0, 0],
    ['the Tasman Sea', -40, 160],
  ])('has no land in %s', (_name, latitude, longitude) => {
    expect(onLand(latitude, longitude)).toBe(false);
  });

  it('has small steps only, and no line from edge to edge', () => {
    const longest = rings().flatMap((ring) =>
      ring.slice(1).map(({ x }, at) => Math.abs(x - (ring[at]?.x ?? x))),
    );
    expect(Math.max(...longest)).toBeLessThan(MAP_WIDTH / 10);
  });

  it('leaves room for every event in the drawing', () => {
    for (const { place } of EVENTS) {
      if (place.coordinates === null) continue;
      const { x, y } = project(place.coordinates);
      expect(x > 0 && x < MAP_WIDTH && y > 0 && y < MAP_HEIGHT).toBe(true);
    }
    const inside = ({ x, y }: Point): boolean => x >= 0 && x <= MAP_WIDTH && y >= 0 && y <= MAP_HEIGHT;
    expect(rings().length).toBeGreaterThan(50);
    expect(
      rings()
        .flat()
        .filter((point) => !inside(point)),
    ).toEqual([]);
  });
});
