import { createStore } from 'jotai';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { watchInstall } from '../../../../src/browser/install.ts';
import type { Store } from '../../../../src/state/core.ts';
import { installOffer } from '../../../../src/state/page.ts';

/** A window with this `navigator`. */
function windowOf(navigator: object): Window {
  return Object.assign(new EventTarget(), { navigator }) as unknown as Window;
}

class Offer extends Event {
  readonly prompt = vi.fn<() => Promise<unknown>>(() => Promise.resolve());
  constructor() {
    super('beforeinstallprompt', { cancelable: true });
  }
}

let store: Store;
beforeEach(() => {
  store = createStore();
});

describe('installing', () => {
  it('is offered when the browser allows it, in place of the browser’s own banner', async () => {
    const target = windowOf({ maxTouchPoints: 5 });
    const install = watchInstall(store, target);
    expect(store.get(installOffer)).toBeNull();
    const offer = new Offer();
    target.dispatchEvent(offer);
    expect(offer.defaultPrevented).toBe(true);
    expect(store.get(installOffer)).toBe('prompt');
    await install();
    expect(offer.prompt).toHaveBeenCalledOnce();
    expect(store.get(installOffer)).toBeNull();
    await install();
    expect(offer.prompt).toHaveBeenCalledOnce();
  });

  it('is no longer offered once it was done from the browser’s menu', () => {
    const target = windowOf({ maxTouchPoints: 0 });
    watchInstall(store, target);
    target.dispatchEvent(new Offer());
    target.dispatchEvent(new Event('appinstalled'));
    expect(store.get(installOffer)).toBeNull();
  });

  it.each([
    ['is explained on iOS', { standalone: false, maxTouchPoints: 5 }, 'ios'],
    ['is not offered in the installed app on iOS', { standalone: true, maxTouchPoints: 5 }, null],
    [
      'is not explained on a desktop’s Safari, which has another menu',
      { standalone: false, maxTouchPoints: 0 },
      null,
    ],
    ['is not offered where the browser offers nothing', { maxTouchPoints: 5 }, null],
  ] as const)('%s', (_name, navigator, offered) => {
    watchInstall(store, windowOf(navigator));
    expect(store.get(installOffer)).toBe(offered);
  });
});
