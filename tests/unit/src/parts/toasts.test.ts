/** The toasts with fixed texts. Each is caused by a failure on the network and read from the rendered page. */
import { createStore } from 'jotai';
import { toast, useToasterStore } from 'react-hot-toast/headless';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../../../worker/contract.ts';
import { createActions } from '../../../../src/actions/actions.ts';
import { Toaster } from '../../../../src/parts/Toaster.tsx';
import { problem } from '../../../../src/state/page.ts';
import { TOASTED } from '../../../../src/texts/problems.ts';
import { inform, tell, warn } from '../../../../src/state/toasts.ts';
import { json, type Edge } from '../../../support/core/edge.ts';
import { ADDRESS, SIGN_IN } from '../../../support/core/page-requests.ts';
import { openScriptedDevice } from '../../../support/core/scripted-device.ts';
import { drawn } from '../drawn.ts';

interface Cause {
  code: ErrorCode;
  words: string;
  when: string;
  break: (edge: Edge) => void;
}

const CAUSES: readonly Cause[] = [
  {
    code: 'psi_account_setup',
    words: 'Error with PSI account setup.',
    when: 'the anonymous sign-in fails',
    break: (edge) =>
      edge.script('POST /identitytoolkit.googleapis.com/v1/accounts:signUp', () =>
        json(400, { error: { message: 'ADMIN_ONLY_OPERATION' } }),
      ),
  },
  {
    code: 'psi_account_setup',
    words: 'Error with PSI account setup.',
    when: 'the public keys cannot be uploaded',
    break: (edge) => edge.script('POST /api/psi/upload', () => json(403, { error: 'no' })),
  },
  {
    code: 'create_account_failed',
    words: 'Failed to create account: this address is taken',
    when: 'the server makes no account',
    break: (edge) =>
      edge.script('POST /api/users/create_account', () => json(400, { error: 'this address is taken' })),
  },
  {
    code: 'update_keys_failed',
    words: 'Failed to update keys: these keys cannot be read',
    when: 'the server refuses new keys',
    break: (edge) => {
      edge.accounts.add(ADDRESS);
      edge.script('POST /api/users/update_psi_keys', () => json(400, { error: 'these keys cannot be read' }));
    },
  },
  {
    code: 'user_lookup_failed',
    words: 'An error occurred. Please try again',
    when: 'the look-up of the account gets no answer',
    break: (edge) => edge.script('GET /api/users/get_by_email', () => null),
  },
];

beforeEach(() => toast.remove());

/** Signs in with the page's own actions on a device's own worker core, after breaking the network. */
async function signInOver(breakEdge: (edge: Edge) => void): Promise<ErrorCode | undefined> {
  const device = await openScriptedDevice();
  await device.core.open(null);
  breakEdge(device.edge);
  const store = createStore();
  const actions = createActions({
    store,
    core: { call: (command) => command(device.core) },
    navigation: { open: () => Promise.resolve(), land: () => undefined, close: () => undefined },
    inform,
    tell,
    warn,
    redirectToDemo: () => Promise.resolve(),
    providerLogOut: () => Promise.resolve(),
    sayAfterReload: () => undefined,
    forgetSession: () => undefined,
    save: () => undefined,
    retryStart: () => Promise.resolve(),
    keepStorage: () => undefined,
    install: () => Promise.resolve(),
    applyUpdate: () => undefined,
    reload: () => undefined,
    now: Date.now,
  });
  await actions.completeSignIn(SIGN_IN, 'mailbox', 'scan');
  return store.get(problem)?.error.code;
}

describe('the toasts with fixed texts', () => {
  it('are all covered below', () => {
    expect(new Set(CAUSES.map(({ code }) => code))).toEqual(TOASTED);
  });

  it.each(CAUSES)('$words, when $when', async (cause) => {
    expect(await signInOver(cause.break)).toBe(cause.code);
    expect(drawn(Toaster, {})).toMatch(
      new RegExp(`<div role="alert"[^>]*>.*<span>${cause.words.replaceAll('.', '\\.')}</span></div>`),
    );
  });

  it('do not appear when nothing fails', async () => {
    expect(await signInOver(() => undefined)).toBeUndefined();
    const html = drawn(Toaster, {});
    expect(html.replaceAll('<wbr/>', '')).toContain(`Signed in as ${ADDRESS}`);
    expect(html).not.toContain('role="alert"');
  });
});

describe('a toast', () => {
  it('stays for 5000 ms at the top centre, whatever it says', () => {
    inform('a');
    tell('b');
    warn('c');
    const durations: unknown[] = [];
    drawn(() => {
      durations.push(...useToasterStore().toasts.map(({ duration }) => duration));
      return null;
    }, {});
    expect(durations).toEqual([5000, 5000, 5000]);
    expect(drawn(Toaster, {})).toMatch(
      /^<div popover="manual" aria-live="polite" class="[^"]*\bfixed inset-x-0 top-[^"]*items-center/,
    );
  });

  it('is not shown twice at the same time', () => {
    warn('The same');
    warn('The same');
    expect(drawn(Toaster, {}).match(/The same/g)).toHaveLength(1);
  });
});
