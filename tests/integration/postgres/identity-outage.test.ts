import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signInAnonymously } from 'firebase/auth';
import type { Auth } from 'firebase/auth';
import { initPsi } from '../../../psi-wasm/index.ts';
import { createDatabase, startPostgres } from '../../../scripts/postgres.ts';
import type { Postgres } from '../../../scripts/postgres.ts';
import { startServer } from '../../../scripts/server-process.ts';
import type { ServerProcess } from '../../../scripts/server-process.ts';
import { EMBEDDED_FIREBASE } from '../../../server/identity/embedded.ts';
import { createServerApi } from '../../../worker/client/api.ts';
import { serverConfigSchema } from '../../../worker/client/config.ts';
import { createHttp } from '../../../worker/client/http.ts';
import { createIdentity } from '../../../worker/account/identity.ts';
import { publishNewKeys } from '../../../worker/account/keys.ts';
import { systemClock } from '../../../worker/clock.ts';
import { SECRET } from '../../support/server/sign-in.ts';
import { useFirebaseSdk } from '../../support/server/firebase-sdk.ts';

const UNANSWERED = { code: 'auth/network-request-failed' };
const TOKEN_CALL = '/securetoken.googleapis.com/v1/token';

let postgres: Postgres;
let server: ServerProcess;
beforeEach(async () => {
  postgres = await startPostgres();
  const { url } = await createDatabase(postgres.url);
  server = await startServer({
    env: { WAYSTAMP_SECRET: SECRET, WAYSTAMP_DEMO_CASE: 'empty', DATABASE_URL: url },
  });
});
afterEach(async () => {
  await server.stop();
  await postgres.stop();
});
const open = useFirebaseSdk();

const refresh = (auth: Auth): Promise<Response> =>
  fetch(server.origin + TOKEN_CALL, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: auth.currentUser?.refreshToken ?? '',
    }),
  });

it('while the database is away no identity can be made, and none is lost', async () => {
  const auth = open(EMBEDDED_FIREBASE, server.origin);
  const { user } = await signInAnonymously(auth);
  const config = serverConfigSchema.parse(await (await fetch(`${server.origin}/api/config`)).json());
  const http = createHttp({ origin: server.origin, fetch });
  const identity = createIdentity(config, http);
  const newcomer = createIdentity(config, http);
  const { sub } = JSON.parse(atob((await identity.token()).split('.')[1] ?? '')) as { sub: string };

  await postgres.kill('SIGKILL');
  await vi.waitUntil(async () => (await fetch(`${server.origin}/readyz`)).status === 503, {
    timeout: 30_000,
  });
  const answer = await refresh(auth);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  await expect(answer.json()).resolves.toMatchObject({
    error: { code: 503, message: 'NETWORK_REQUEST_FAILED' },
  });
  // The SDK sees a network failure, so it keeps its user.
  await expect(user.getIdToken(true)).rejects.toMatchObject(UNANSWERED);
  await expect(user.reload()).rejects.toMatchObject(UNANSWERED);
  await expect(signInAnonymously(open(EMBEDDED_FIREBASE, server.origin))).rejects.toMatchObject(UNANSWERED);
  expect(auth.currentUser).toBe(user);

  // The app tells the person, and keeps the identity whose token expired.
  const maker = {
    api: createServerApi(http),
    loadPsi: initPsi,
    blobApiUrl: `${server.origin}/blob`,
    blobFetch: fetch,
    clock: systemClock,
  };
  const session = { token: 'x', expiresAt: 0 };
  await expect(publishNewKeys({ ...maker, identity: newcomer }, session)).rejects.toMatchObject({
    code: 'psi_account_setup',
    message: 'Error with PSI account setup.',
  });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  await expect(identity.token()).rejects.toMatchObject(UNANSWERED);
  vi.useRealTimers();

  await postgres.start();
  await vi.waitUntil(async () => (await fetch(`${server.origin}/readyz`)).status === 200, {
    timeout: 30_000,
  });
  expect((await refresh(auth)).status).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  const again = JSON.parse(atob((await identity.token()).split('.')[1] ?? '')) as { sub: string };
  vi.useRealTimers();
  expect(again.sub).toBe(sub);
  await Promise.all([identity.close(), newcomer.close()]);
});
