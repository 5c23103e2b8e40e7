/** Invented bearer tokens cost one signature check each and affect nobody. */
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MockInstance } from 'vitest';
import { SignJWT } from 'jose';
import { bearer, jsonPost, lookUpCall, send } from '../../../support/server/api-calls.ts';
import { GOOGLE_CLIENT, createGoogleIssuer } from '../../../support/server/google-issuer.ts';
import type { GoogleIssuer } from '../../../support/server/google-issuer.ts';
import { openTestServer } from '../../../support/server/harness.ts';
import type { TestServer } from '../../../support/server/harness.ts';
import { openSession } from '../../../support/server/sign-in.ts';

/** More than any memory of tokens here has ever held (10,000). */
const INVENTED = 12_000;
const EMAIL = 'ada@gmail.com';

/** The function that runs a statement, for either database. */
interface Driver {
  $client: { query: (...parameters: unknown[]) => unknown };
}

let google: GoogleIssuer;
let server: TestServer;
let statements: MockInstance<Driver['$client']['query']>;
/** The statements so far, except for the look-ups of DKIM keys, which run by themselves. */
const asked = (): string[] =>
  statements.mock.calls.map(([first]) => JSON.stringify(first)).filter((text) => !text.includes('dkim_'));
beforeAll(async () => {
  google = await createGoogleIssuer();
  const env = { GOOGLE_CLIENT_ID: GOOGLE_CLIENT, LIMIT_CALLS_PER_MINUTE: '1000000' };
  server = await openTestServer({ env, fetch: google.fetch });
});
afterAll(() => server.close());
beforeEach(() => {
  statements = vi.spyOn((server.database.db as unknown as Driver).$client, 'query');
});
afterEach(() => {
  statements.mockRestore();
});

/** A session token signed by another installation, and other things that somebody may try. */
async function invented(index: number): Promise<string> {
  if (index % 3 === 1) return `ya29.${randomBytes(20).toString('base64url')}`;
  if (index % 3 === 2)
    return [20, 100, 32].map((bytes) => randomBytes(bytes).toString('base64url')).join('.');
  return new SignJWT({ iss: 'urn:waystamp:session', aud: 'waystamp', jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(crypto.randomUUID())
    .setExpirationTime('1h')
    .sign(randomBytes(32));
}

describe('an invented bearer', () => {
  it.each([
    ['GET', '/api/users/get_by_email?email=ada@gmail.com'],
    ['POST', '/api/users/create_account'],
    ['POST', '/api/users/update_psi_keys'],
    ['POST', '/api/psi/upload'],
    ['POST', '/api/psi/round2'],
    ['POST', '/api/psi/disclose'],
    ['DELETE', '/api/session'],
  ])('at %s %s causes no request to the provider or the database', async (method, path) => {
    for (let index = 0; index < 6; index += 1) {
      const headers = bearer(await invented(index));
      const init = method === 'POST' ? jsonPost(null, {}, headers) : { method, headers };
      expect((await server.request(path, init)).status).toBe(401);
    }
    expect(google.asked).toEqual([]);
    expect(asked()).toEqual([]);
  });

  it('does not displace an honest one, however many there are', async () => {
    const { token } = await openSession(server, EMAIL, google.issue);
    const askedBefore = google.asked.length;
    statements.mockClear();
    const path = `/api/users/get_by_email?email=${EMAIL}`;
    for (let index = 0; index < INVENTED; index += 1) {
      await server.app.request(path, { headers: bearer(await invented(index)) });
    }
    expect(asked()).toEqual([]);
    expect((await send(server, lookUpCall({ email: EMAIL, token }))).status).toBe(200);
    // The spied functions are the ones that the server uses.
    expect(asked()).not.toEqual([]);
    expect(google.asked).toHaveLength(askedBefore);
  });
});
