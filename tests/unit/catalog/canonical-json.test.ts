import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATALOG, canonicalJson, catalogHash } from '../../../catalog/index.ts';

describe('canonical JSON', () => {
  it('matches the example of RFC 8785, 3.2.2', () => {
    const value = {
      // oxlint-disable-next-line no-loss-of-precision -- the RFC's own example
      numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts members by their UTF-16 units, as in RFC 8785, 3.2.3', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    const sorted = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'];
    const names = [...canonicalJson(value).matchAll(/("(?:[^"\\]|\\.)*"):/gu)].map(([, name = '']) => name);
    expect(names).toEqual(sorted.map((name) => JSON.stringify(name)));
  });

  it('is the same for equal values, and parses back to them', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as Parameters<typeof canonicalJson>[0];
        const text = canonicalJson(json);
        expect(JSON.parse(text)).toEqual(json);
        expect(canonicalJson(JSON.parse(text) as typeof json)).toBe(text);
        expect(canonicalJson(reversed(json))).toBe(text);
      }),
    );
  });

  it('refuses values that have no canonical form', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '\ud800', { '\udc00': 1 }]) {
      expect(() => canonicalJson(value)).toThrow(TypeError);
    }
  });
});

describe('a catalog’s hash', () => {
  it('is SHA-256 of its canonical JSON, whatever the order of its members', () => {
    const expected = createHash('sha256').update(canonicalJson(CATALOG)).digest('hex');
    expect(catalogHash(CATALOG)).toBe(expected);
    expect(catalogHash(reversed(CATALOG))).toBe(expected);
    expect(catalogHash({ ...CATALOG, interests: [] })).not.toBe(expected);
  });
});

/** The same value with the members of every object in reverse order. */
function reversed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(reversed) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toReversed();
  return Object.fromEntries(members.map(([name, member]) => [name, reversed(member as unknown)])) as T;
}
