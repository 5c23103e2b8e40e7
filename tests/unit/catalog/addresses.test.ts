import { describe, expect, it } from 'vitest';
import {
  addressOf,
  BUILT_IN_SLUG,
  readPath,
  readPin,
  SCREENS,
  type AddressedScreen,
} from '../../../catalog/addresses.ts';

const HASH = 'ab'.repeat(32);
const ON_DEVICE = new Set<AddressedScreen>(['ledger', 'benchmarks']);

describe('the address of a screen', () => {
  it.each(SCREENS)('%s is read back as the screen that it was written for', (screen) => {
    for (const organiser of [BUILT_IN_SLUG, 'devcon']) {
      const path = addressOf(screen, { organiser, catalog: null });
      expect(readPath(path)).toEqual({ screen, organiser: ON_DEVICE.has(screen) ? null : organiser });
    }
  });

  it('names the organiser, unless it is the built-in one', () => {
    expect(addressOf('welcome', { organiser: BUILT_IN_SLUG, catalog: null })).toBe('/');
    expect(addressOf('result', { organiser: BUILT_IN_SLUG, catalog: null })).toBe('/result');
    expect(addressOf('result', { organiser: 'devcon', catalog: null })).toBe('/o/devcon/result');
    expect(readPath(`/o/${BUILT_IN_SLUG}/result`)).toEqual({ screen: 'result', organiser: BUILT_IN_SLUG });
  });

  it('carries the pin, if the screen belongs to an organiser', () => {
    const address = addressOf('stamps', { organiser: 'devcon', catalog: HASH });
    expect(address).toBe(`/o/devcon/stamps#${HASH}`);
    expect(readPin(new URL(address, 'http://x').hash)).toBe(HASH);
    expect(addressOf('ledger', { organiser: 'devcon', catalog: HASH })).toBe('/ledger');
  });
});

it.each([
  '/o',
  '/o/',
  '/o/Devcon',
  '/O/devcon',
  '/Stamps',
  '/stamps/',
  '/o/devcon/',
  '/o/-a',
  '/o/a/b',
  '/o/a/stamps/b',
  `/o/${'a'.repeat(41)}`,
  '/facts',
  '//',
  '/o/a%2f',
])('%s is not a path of the page', (path) => {
  expect(readPath(path)).toBeNull();
});

it.each(['', '#'])('the fragment %j pins no catalog', (fragment) => {
  expect(readPin(fragment)).toBeNull();
});

it.each([HASH.slice(1), `${HASH}0`, `${HASH}.`, HASH.toUpperCase()])(
  'a damaged pin is not none: %s',
  (pin) => {
    expect(readPin(`#${pin}`)).toBe(pin);
  },
);
