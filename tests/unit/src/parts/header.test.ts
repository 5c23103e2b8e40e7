import { readFileSync } from 'node:fs';
import { createStore } from 'jotai';
import { beforeEach, describe, expect, it } from 'vitest';
import { Header } from '../../../../src/parts/Header.tsx';
import { applyEvent, type Store } from '../../../../src/state/core.ts';
import { task } from '../../../../src/state/page.ts';
import { drawn } from '../drawn.ts';
import { signedIn } from '../signed-in.ts';

let store: Store;
beforeEach(() => {
  store = createStore();
});

function header(): string {
  return drawn(Header, {}, store);
}

describe('the header', () => {
  it('is fixed, on the surface colour, with the logo that reloads', () => {
    expect(header()).toMatch(/^<header class="fixed inset-x-0 top-0 [^"]*bg-surface/);
    expect(header()).toContain('aria-label="Waystamp, reload"');
  });

  it('offers Disconnect, small and with its icon on the right, only to somebody who is signed in', () => {
    expect(header()).not.toContain('Disconnect');
    applyEvent(store, { type: 'session', session: signedIn() });
    expect(header()).toMatch(/<button[^>]*class="[^"]*text-sm[^"]*"[^>]*><span[^>]*>Disconnect<svg/);
    applyEvent(store, { type: 'session', session: null });
    expect(header()).not.toContain('Disconnect');
  });

  it('still offers it after the sign-in expired, so that the findings can be removed', () => {
    applyEvent(store, { type: 'session', session: { ...signedIn(), serverSession: null } });
    expect(header()).toContain('Disconnect');
  });

  it('shows that a sign-out is in progress', () => {
    applyEvent(store, { type: 'session', session: signedIn() });
    store.set(task, 'sign-out');
    expect(header()).toContain('Loading...');
  });
});

describe('the page', () => {
  it('is locked to scale 1, without zoom', () => {
    const html = readFileSync(new URL('../../../../index.html', import.meta.url), 'utf8');
    const content = /name="viewport"\s+content="([^"]*)"/.exec(html)?.[1];
    expect(content?.split(', ')).toEqual(
      expect.arrayContaining([
        'width=device-width',
        'initial-scale=1',
        'maximum-scale=1',
        'user-scalable=no',
      ]),
    );
  });
});
