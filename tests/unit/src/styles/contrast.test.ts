import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Scheme = ReadonlyMap<string, string>;

const CSS = readFileSync(new URL('../../../../src/styles/tokens.css', import.meta.url), 'utf8');
const [lightCss = '', darkCss = ''] = CSS.split('@media (prefers-color-scheme: dark)');

function tokens(css: string): Scheme {
  return new Map(
    Array.from(css.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g), ([, name = '', hex = '']) => [name, hex]),
  );
}

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['paper', 'surface', 'stamp'];
const TEXT = ['ink', 'ink-soft', 'seal', 'pencil', 'accent', 'good', 'warn', 'bad'];
const schemes: [string, Scheme][] = [
  ['light', tokens(lightCss)],
  ['dark', tokens(darkCss)],
];

describe.each(schemes)('the %s scheme', (_name, scheme) => {
  function hex(token: string): string {
    const value = scheme.get(token);
    if (value === undefined) throw new Error(`no --${token}`);
    return value;
  }

  it.each(GROUNDS.flatMap((ground) => TEXT.map((text) => [text, ground])))(
    'gives text in %s on %s 4.5:1',
    (text, ground) => {
      expect(contrast(hex(text), hex(ground))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(['accent', 'accent-press'])('gives the text of a button on %s 4.5:1', (ground) => {
    expect(contrast(hex('on-accent'), hex(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(GROUNDS)('gives the edges of controls 3:1 on %s', (ground) => {
    expect(contrast(hex('line-strong'), hex(ground))).toBeGreaterThanOrEqual(3);
  });

  it('defines the same tokens as the other scheme', () => {
    expect([...tokens(lightCss).keys()].toSorted()).toEqual([...tokens(darkCss).keys()].toSorted());
  });
});
