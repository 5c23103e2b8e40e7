/** The `fetch` for libraries that make their own requests. */
import { expect, it, vi } from 'vitest';
import { systemClock } from '../../../worker/clock.ts';
import { createLedger } from '../../../worker/ledger/ledger.ts';
import { outsideFetch } from '../../../worker/ledger/outside-fetch.ts';

it('follows no redirect for a library, and does not answer from the browser’s cache', async () => {
  const send = vi.fn<typeof fetch>(async () => new Response('{}'));
  const origin = 'https://waystamp.example';
  const ledger = createLedger({ origin, clock: systemClock, emit: () => undefined });
  const outside = outsideFetch(send, origin, ledger);
  const wishes = { redirect: 'follow', cache: 'force-cache' } as const;
  await outside('https://identitytoolkit.googleapis.com/v1/accounts:signUp', wishes);
  await outside(new Request('https://securetoken.googleapis.com/v1/token', wishes));
  expect(send).toHaveBeenCalledTimes(2);
  for (const [, init] of send.mock.calls) {
    expect(init).toMatchObject({ redirect: 'error', cache: 'no-store' });
  }
});
