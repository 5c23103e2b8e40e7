/** What the server holds about a person, how it reports it, and how the person withdraws it. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, catalogHash } from '../../../catalog/index.ts';
import { CLIENT_TOKEN_MS } from '../../../server/blob/limits.ts';
import { blobs, psiKeys, psiSessions, users } from '../../../server/database/schema.ts';
import type { Holdings } from '../../../server/accounts/contract.ts';
import { slotOfFact } from '../../support/psi/slots.ts';
import { bearer, seen } from '../../support/server/api-calls.ts';
import { compare, disclose, disclosureOf, postRound2, round1 } from '../../support/server/comparison.ts';
import { dumpOf } from '../../support/server/database-dump.ts';
import { openTestServer, renewKeys, signUp } from '../../support/server/harness.ts';
import type { Person, TestServer } from '../../support/server/harness.ts';
import { openSession } from '../../support/server/sign-in.ts';

const MINE = ['verifiedTravelEvents/devcon', 'travelInterests/bars'];
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ listen: true });
});
afterAll(() => server.close());

const ask = (method: 'GET' | 'DELETE', path: string, token: string | null): Promise<Response> =>
  server.request(path, { method, headers: bearer(token) });
const tell = ({ token }: Pick<Person, 'token'>): Promise<Response> => ask('GET', '/api/users/me', token);
const told = async (person: Pick<Person, 'token'>): Promise<Holdings> =>
  (await (await tell(person)).json()) as Holdings;
const removeAccount = ({ token }: Person): Promise<Response> => ask('DELETE', '/api/users/me', token);
const withdraw = ({ token }: Person, id: string): Promise<Response> =>
  ask('DELETE', `/api/disclosures/${id}`, token);

/** A person who has disclosed two facts. */
async function discloser(email: string): Promise<Person> {
  const person = await signUp(server, email);
  const slots = MINE.map(slotOfFact);
  const answer = await disclose(server, person, disclosureOf(await compare(server, person, slots), slots));
  expect(answer.status).toBe(200);
  return person;
}

/** The names of the tables that contain this person. */
async function tracesOf(person: Person): Promise<string[]> {
  const dump = Object.entries(await dumpOf(server.database.db));
  const pathname = person.keys.link.split('/blob/public/')[1] ?? '';
  return dump.flatMap(([table, rows]) =>
    rows.some((row) => [person.id, person.email, pathname].some((trace) => row.includes(trace)))
      ? [table]
      : [],
  );
}

describe('the export', () => {
  it('contains everything that is held about the caller, and nothing about others', async () => {
    const person = await discloser('export@mail.example');
    const other = await discloser('other@mail.example');
    const { link } = await renewKeys(server, person);
    const answer = await tell(person);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const text = await answer.text();
    const instant: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(JSON.parse(text)).toEqual({
      account: {
        id: person.id,
        email: person.email,
        issuer: expect.stringMatching(/./) as unknown,
        subject: expect.stringMatching(/./) as unknown,
        createdAt: instant,
      },
      keys: {
        id: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
        psiPublicKeysLink: link,
        bytes: person.keys.publicKeys.length,
        announcedAt: instant,
      },
      comparisons: [{ expiresAt: instant, catalog: catalogHash(CATALOG) }],
      disclosures: MINE.toSorted().map((fact) => ({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
        organiser: { slug: 'waystamp', name: 'Waystamp' },
        catalog: catalogHash(CATALOG),
        fact,
        list: fact.split('/')[0],
        day: new Date().toISOString().slice(0, 10),
        proof: 'none',
      })),
    });
    const foreign = await told(other);
    for (const { id } of foreign.disclosures) expect(text).not.toContain(id);
    for (const trace of [other.id, other.email, other.keys.link]) expect(text).not.toContain(trace);
  });

  it('covers every table that contains the person', async () => {
    const person = await discloser('tables@mail.example');
    await renewKeys(server, person);
    // A new table must be added to the export and to the deletion below.
    expect(await tracesOf(person)).toEqual(['users', 'psi_keys', 'psi_sessions', 'disclosures', 'blobs']);
  });

  it('of a person who has only signed in is their account', async () => {
    const holdings = await told({ token: await server.token('signed-in@mail.example') });
    expect(holdings).toMatchObject({
      account: { email: 'signed-in@mail.example' },
      keys: null,
      comparisons: [],
      disclosures: [],
    });
  });
});

describe('a withdrawal', () => {
  it('deletes one disclosure, and no other', async () => {
    const person = await discloser('withdraw@mail.example');
    const [first, second] = (await told(person)).disclosures;
    const answer = await withdraw(person, first?.id ?? '');
    expect(answer.status).toBe(204);
    expect((await told(person)).disclosures).toEqual([second]);
  });

  it('of another person’s disclosure is refused like an unknown one, and nothing is lost', async () => {
    const owner = await discloser('robbed@mail.example');
    const thief = await discloser('robber@mail.example');
    const stranger = { ...thief, token: await server.token('stranger@mail.example') };
    const before = await dumpOf(server.database.db);
    const [stolen] = (await told(owner)).disclosures;
    const reference = await seen(await withdraw(thief, UNKNOWN));
    expect(reference.status).toBe(404);
    expect(JSON.parse(reference.body)).toEqual({
      error:
        'There is no such disclosure of yours. Nothing was changed. Read the list again: it may have been withdrawn already.',
      code: 'disclosure_unknown',
    });
    for (const caller of [thief, stranger]) {
      for (const id of [stolen?.id ?? '', UNKNOWN, 'none', '%00', `${UNKNOWN}'--`]) {
        expect(await seen(await withdraw(caller, id))).toEqual(reference);
      }
    }
    expect(await dumpOf(server.database.db)).toEqual(before);
  });

  it('is refused the second time; disclosing again makes a new record', async () => {
    const person = await discloser('again@mail.example');
    const [first] = (await told(person)).disclosures;
    const id = first?.id ?? '';
    const both = await Promise.all([withdraw(person, id), withdraw(person, id)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404]);
    await renewKeys(server, person);
    const slots = MINE.map(slotOfFact);
    await disclose(server, person, disclosureOf(await compare(server, person, slots), slots));
    const after = (await told(person)).disclosures;
    expect(after).toHaveLength(2);
    expect(after.map((disclosure) => disclosure.id)).not.toContain(id);
  });
});

describe('an account that is deleted', () => {
  it('takes along everything that belongs to it, and nothing of others', async () => {
    const person = await discloser('leaving@mail.example');
    const earlier = new URL(person.keys.link).pathname;
    await renewKeys(server, person);
    // Replaced keys are deleted too.
    await expect.poll(async () => (await server.request(earlier)).status).toBe(404);
    const other = await discloser('staying@mail.example');
    const before = await told(other);
    const object = new URL(person.keys.link).pathname;
    expect((await server.request(object)).status).toBe(200);

    // While the upload's token is valid, the random name stays taken with no object behind it.
    await server.database.db.update(blobs).set({ createdAt: new Date(Date.now() - 2 * CLIENT_TOKEN_MS) });
    expect((await removeAccount(person)).status).toBe(204);
    expect(await tracesOf(person)).toEqual([]);
    expect((await server.request(object)).status).toBe(404);
    expect(await told(other)).toEqual(before);
    expect((await server.request(new URL(other.keys.link).pathname)).status).toBe(200);

    // The session ended with the account, at once.
    for (const answer of [await tell(person), await removeAccount(person)]) {
      expect(answer.status).toBe(401);
      await expect(answer.json()).resolves.toMatchObject({ code: 'session_ended' });
    }
    // A person who returns starts anew.
    const { token, user } = await openSession(server, person.email);
    expect(user.id).not.toBe(person.id);
    expect((await told({ token })).disclosures).toEqual([]);
  });

  it('is no longer compared, even if a round was running', async () => {
    const person = await signUp(server, 'mid-round@mail.example');
    const slots = MINE.map(slotOfFact);
    const { message } = await round1(person.keys, slots);
    const [round, removed] = await Promise.all([postRound2(server, person, message), removeAccount(person)]);
    expect(removed.status).toBe(204);
    // Either may come first; a refusal gives its reason.
    expect([200, 401, 404]).toContain(round.status);
    const { db } = server.database;
    expect(await db.select().from(psiSessions).where(eq(psiSessions.userId, person.id))).toEqual([]);
    expect(await db.select().from(psiKeys).where(eq(psiKeys.userId, person.id))).toEqual([]);
    expect(await db.select().from(users).where(eq(users.id, person.id))).toEqual([]);
    expect((await postRound2(server, person, message)).status).toBe(401);
  });
});

describe('without a sign-in', () => {
  it.each([
    ['GET', '/api/users/me'],
    ['DELETE', '/api/users/me'],
    ['DELETE', `/api/disclosures/${UNKNOWN}`],
  ] as const)('%s %s is refused', async (method, path) => {
    const before = await dumpOf(server.database.db);
    for (const token of [null, 'invented-token']) {
      expect((await ask(method, path, token)).status).toBe(401);
    }
    expect(await dumpOf(server.database.db)).toEqual(before);
  });
});
