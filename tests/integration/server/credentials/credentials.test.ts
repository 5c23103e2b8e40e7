/** Each call with each wrong credential: the answer does not reveal who exists, and nothing changes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, seen } from '../../../support/server/api-calls.ts';
import type { Call } from '../../../support/server/api-calls.ts';
import { dumpOf } from '../../../support/server/database-dump.ts';
import { openTestServer } from '../../../support/server/harness.ts';
import type { TestServer } from '../../../support/server/harness.ts';
import { PSI_CALLS, RECORD_CALLS, USER_CALLS, holderOf, nobody } from './calls.ts';
import type { Holder } from './calls.ts';
import { WRONG, lookAlike } from './wrong.ts';
import type { Credential } from './wrong.ts';

const REFUSED = {
  session_invalid: 'Sign in again: this sign-in is not one of this server.',
  session_expired: 'Sign in again: this sign-in has expired.',
  session_ended: 'Sign in again: this sign-in was ended.',
};
const NOT_YOURS = JSON.stringify({ error: 'This sign-in is for another address.' });

/** Other spellings of an address, which an attacker may hope are accepted as the same. */
const SPELLINGS: [name: string, spell: (email: string) => string][] = [
  ['as it is', (email) => email],
  ['in capitals', (email) => email.toUpperCase()],
  ['with white space around it', (email) => ` ${email}\n`],
  ['with white space in it', (email) => email.replace('@', ' @')],
  ['with a no-break space', (email) => `\u00A0${email}`],
  ['with a zero-width space', (email) => email.replace('@', '\u200B@')],
  ['with a full-width letter', (email) => email.replace('k', '\uFF4B')],
  ['with the Kelvin sign', lookAlike],
  ['with a Cyrillic letter', (email) => email.replace('a', '\u0430')],
  ['with a tag', (email) => email.replace('@', '+tag@')],
  ['with a NUL', (email) => email.replace('@', '\u0000@')],
  ['as two', (email) => `eve.keller@mail.example,${email}`],
];

/** Callers with a complete account, and with an incomplete one. */
const CALLERS = ['eve.keller@mail.example', 'eva.keller@mail.example'];

describe('a call', () => {
  let server: TestServer;
  let there: Awaited<ReturnType<typeof holderOf>>;
  let absent: Holder;
  let before: Record<string, string[]>;
  const ask = (call: Call, { headers = {}, query = {} }: Credential): Promise<Response> => {
    const url = new URL(call.path, 'http://localhost');
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return server.request(url.pathname + url.search, {
      ...call,
      headers: { ...call.headers, ...headers },
    });
  };
  const unchanged = async (): Promise<void> => {
    expect(await dumpOf(server.database.db)).toEqual(before);
  };

  beforeAll(async () => {
    server = await openTestServer({ listen: true });
    there = await holderOf(server, 'robin.keller@mail.example');
    absent = await nobody(server, 'hanna.keller@mail.example');
    await holderOf(server, 'eve.keller@mail.example');
    for (const email of [...CALLERS, absent.email]) await server.token(email);
    before = await dumpOf(server.database.db);
  });
  afterAll(() => server.close());

  describe.each([...USER_CALLS, ...PSI_CALLS, ...RECORD_CALLS])('%s', (_call, call) => {
    it.each(WRONG)('refuses a session that is %s', async (_which, code, credential) => {
      const [one, other] = [await credential(server, there.email), await credential(server, absent.email)];
      // Some credentials are made by separate calls.
      before = await dumpOf(server.database.db);
      const first = await seen(await ask(call(there), one));
      expect(first).toMatchObject({
        status: 401,
        body: JSON.stringify({ error: REFUSED[code], code }),
      });
      expect(first.headers).toContainEqual(['www-authenticate', 'Bearer']);
      expect(await seen(await ask(call(absent), other))).toEqual(first);
      await unchanged();
    });
  });

  describe.each(USER_CALLS)('%s', (_call, call) => {
    it.each(SPELLINGS)('refuses another person’s address, written %s', async (_how, spell) => {
      for (const caller of CALLERS) {
        const credential = { headers: bearer(await server.token(caller)) };
        const first = await seen(await ask(call({ ...there, email: spell(there.email) }), credential));
        expect(first).toMatchObject({ status: 403, body: NOT_YOURS });
        const none = await ask(call({ ...absent, email: spell(absent.email) }), credential);
        expect(await seen(none)).toEqual(first);
      }
      await unchanged();
    });

    it('accepts no address that only looks like the caller’s own', async () => {
      const credential = { headers: bearer(await server.token(there.email)) };
      const answer = await ask(call({ ...there, email: lookAlike(there.email) }), credential);
      expect(await seen(answer)).toMatchObject({ status: 403, body: NOT_YOURS });
      await unchanged();
    });
  });

  it('a round or a disclosure with another person’s keys or session is refused like one with unknown ones', async () => {
    const [, round2, disclose] = PSI_CALLS.map(([, call]) => call);
    for (const caller of CALLERS) {
      const credential = { headers: bearer(await server.token(caller)) };
      for (const call of [round2, disclose]) {
        if (call === undefined) throw new Error('There is no such call.');
        const first = await seen(await ask(call(there), credential));
        expect(first.status).toBe(call === round2 && caller.startsWith('eve') ? 409 : 404);
        expect(await seen(await ask(call(absent), credential))).toEqual(first);
      }
    }
    await unchanged();
  });

  it('keys announced by another person count as used, and their replaced keys as gone, like the caller’s own', async () => {
    const eve = await holderOf(server, 'eve.keller.again@mail.example');
    before = await dumpOf(server.database.db);
    const credential = { headers: bearer(eve.person.token) };
    const announce = USER_CALLS.map(([, call]) => call)[1];
    if (announce === undefined) throw new Error('There is no such call.');
    const announced = async (freshLink: string) =>
      seen(await ask(announce({ ...eve, freshLink }), credential));
    expect((await announced(there.announcedLink)).status).toBe(409);
    const own = await announced(eve.retiredLink);
    expect(own.status).toBe(400);
    expect(await announced(there.retiredLink)).toEqual(own);
    await unchanged();
  });

  // Runs last, since it uses everything up. It shows that only the credential caused the refusals above.
  it('each call is served with the right credential', async () => {
    const served = async (holder: Holder, calls: typeof USER_CALLS): Promise<Record<string, number>> => {
      const token = await server.token(holder.email);
      const statuses: Record<string, number> = {};
      for (const [name, call] of calls) {
        statuses[name] = (await ask(call(holder), { headers: bearer(token) })).status;
      }
      return statuses;
    };
    // Keys first: new keys retire those that round 2 needs.
    expect(await served(there, PSI_CALLS)).toEqual({ upload: 200, round2: 200, disclose: 200 });
    expect(await served(there, USER_CALLS)).toEqual({
      create_account: 409,
      update_psi_keys: 200,
      get_by_email: 200,
    });
    expect(await served(there, RECORD_CALLS)).toEqual({ tell: 200, withdraw: 404, remove: 204 });
    expect(await served(absent, USER_CALLS)).toEqual({
      create_account: 200,
      update_psi_keys: 200,
      get_by_email: 200,
    });
  });
});
