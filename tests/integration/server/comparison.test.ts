import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FACTS, SLOT_COUNT, factById } from '../../../catalog/index.ts';
import { initPsi } from '../../../psi-wasm/index.ts';
import { attendeeFacts, psiSessions } from '../../../server/database/schema.ts';
import { errorOf, jsonPost, openTestServer, renewKeys, signUp } from './harness.ts';
import type { Person, TestServer } from './harness.ts';

let server: TestServer;
let skewMs = 0;
beforeAll(async () => {
  server = await openTestServer({ listen: true, now: () => Date.now() + skewMs });
});
afterAll(() => server.close());

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const slotOfFact = (id: string): number => factById(id)?.slot ?? -1;

const MINE = ['verifiedTravelEvents/devcon', 'selfAttestedEvents/edcon', 'travelInterests/bars'];
/** A slot that no fact has: the person's bit is set there by a mail's own subject. */
const FREE_SLOT = Array.from({ length: SLOT_COUNT }, (_, slot) => slot).find(
  (slot) => !FACTS.some((fact) => fact.slot === slot),
) as number;

async function post(person: Person, message: Uint8Array): Promise<Response> {
  return server.request('/api/psi/round2', {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
    body: Uint8Array.from(message),
  });
}

async function request(person: Person, slots: readonly number[]) {
  const psi = await initPsi();
  const bits = new Uint8Array(SLOT_COUNT);
  for (const slot of slots) bits[slot] = 1;
  return psi.round1(person.keys.privateKeys, bits);
}

/** Round 1, 2 over HTTP, 3. */
async function compare(person: Person, slots: readonly number[]) {
  const psi = await initPsi();
  const { state, message } = await request(person, slots);
  const answer = await post(person, message);
  expect(answer.status).toBe(200);
  const { reply } = psi.readReply(new Uint8Array(await answer.arrayBuffer()));
  const { matches, tokens, session } = psi.round3(person.keys.privateKeys, state, reply);
  const token = (slot: number): string => hex(tokens.subarray(slot * 16, slot * 16 + 16));
  return {
    matched: [...matches.entries()].filter(([, bit]) => bit === 1).map(([slot]) => slot),
    token,
    sessionId: hex(session),
  };
}

const disclose = async (person: Person, sessionId: string, facts: { slot: number; token: string }[]) =>
  server.request('/api/psi/disclose', jsonPost(person.token, { sessionId, facts }));

const recorded = async (person: Person): Promise<string[]> => {
  const rows = await server.database.db
    .select({ fact: attendeeFacts.fact })
    .from(attendeeFacts)
    .where(eq(attendeeFacts.userId, person.id));
  return rows.map(({ fact }) => fact).toSorted();
};

function flipped(token: string): string {
  const bytes = Buffer.from(token, 'hex');
  bytes.writeUInt8(bytes.readUInt8(7) ^ 0b100, 7);
  return hex(bytes);
}

describe('a comparison', () => {
  it('matches what both sides hold, and nothing else', async () => {
    const person = await signUp(server, 'match@mail.example');
    const slots = [...MINE.map(slotOfFact), FREE_SLOT].toSorted((a, b) => a - b);
    const { matched } = await compare(person, slots);
    expect(matched).toEqual(MINE.map(slotOfFact).toSorted((a, b) => a - b));
  });

  it('is answered once for a key id', async () => {
    const person = await signUp(server, 'replay@mail.example');
    const { message } = await request(person, [1]);
    expect((await post(person, message)).status).toBe(200);
    const replay = await post(person, message);
    expect(replay.status).toBe(409);
    await expect(replay.json()).resolves.toMatchObject({ code: 'keys_used' });
    // A second, different request with the same keys is no better.
    const again = await post(person, (await request(person, [2])).message);
    expect(again.status).toBe(409);
  });

  it('is answered once when the same request arrives ten times at once', async () => {
    const person = await signUp(server, 'race@mail.example');
    const { message } = await request(person, [1]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(person, message)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(9).fill(409),
    ]);
    const sessions = await server.database.db
      .select({ id: psiSessions.id })
      .from(psiSessions)
      .where(eq(psiSessions.userId, person.id));
    expect(sessions).toHaveLength(1);
  });

  it('is answered for the keys announced last only', async () => {
    const person = await signUp(server, 'replaced@mail.example');
    const { message } = await request(person, [1]);
    await renewKeys(server, person);
    const old = await post(person, message);
    expect(old.status).toBe(409);
    await expect(old.json()).resolves.toMatchObject({ code: 'keys_replaced' });
    expect((await post(person, (await request(person, [1])).message)).status).toBe(200);
  });

  it('with keys that were answered cannot be had by announcing them again', async () => {
    const person = await signUp(server, 'reannounce@mail.example');
    await compare(person, [1]);
    const answer = await server.request(
      '/api/users/update_psi_keys',
      jsonPost(person.token, { email: person.email, psiPublicKeysLink: person.keys.link }),
    );
    expect(answer.status).toBe(409);
    await expect(answer.json()).resolves.toMatchObject({ code: 'keys_used' });
  });

  it('with another person’s keys is refused', async () => {
    const [one, other] = [
      await signUp(server, 'one@mail.example'),
      await signUp(server, 'other@mail.example'),
    ];
    const { message } = await request(one, [1]);
    expect((await post(other, message)).status).toBe(409);
    expect((await post(one, message)).status).toBe(200);
  });

  it('without an account is refused', async () => {
    const person = await signUp(server, 'someone@mail.example');
    const { message } = await request(person, [1]);
    const stranger = { ...person, token: await server.token('no-account@mail.example') };
    expect((await post(stranger, message)).status).toBe(404);
  });

  it.each([
    ['empty', () => new Uint8Array(0)],
    ['cut off', (message: Uint8Array) => message.subarray(0, -1)],
    [
      'of another version',
      (message: Uint8Array) => message.map((byte, index) => (index < 4 ? byte ^ 255 : byte)),
    ],
    ['full of ones', (message: Uint8Array) => message.map((byte, index) => (index < 100 ? byte : 255))],
  ])('whose request is %s is refused, and the keys still get their answer', async (name, spoil) => {
    const person = await signUp(server, `bad-${name.replaceAll(' ', '-')}@mail.example`);
    const { message } = await request(person, [1]);
    const refused = await post(person, spoil(message));
    expect(refused.status).toBe(400);
    expect(await errorOf(refused)).toBe('The comparison request cannot be read.');
    expect((await post(person, message)).status).toBe(200);
  });

  it('whose request is too long is refused', async () => {
    const person = await signUp(server, 'long@mail.example');
    expect((await post(person, new Uint8Array(20_000))).status).toBe(413);
  });

  it('with a vector of another length is refused, and the keys still get their answer', async () => {
    const psi = await initPsi();
    const person = await signUp(server, 'length@mail.example');
    const { message } = psi.round1(person.keys.privateKeys, new Uint8Array(99));
    expect((await post(person, message)).status).toBe(400);
    expect((await post(person, (await request(person, [1])).message)).status).toBe(200);
  });
});

describe('a disclosure', () => {
  it('records the facts whose true tokens were sent, and no others', async () => {
    const person = await signUp(server, 'disclose@mail.example');
    const { token, sessionId } = await compare(person, MINE.map(slotOfFact));
    const chosen = MINE.slice(0, 2);
    const answer = await disclose(
      person,
      sessionId,
      chosen.map((id) => ({ slot: slotOfFact(id), token: token(slotOfFact(id)) })),
    );
    expect(answer.status).toBe(200);
    await expect(answer.json()).resolves.toEqual({ accepted: chosen });
    expect(await recorded(person)).toEqual(chosen.toSorted());

    const [, , third = ''] = MINE;
    const later = await disclose(person, sessionId, [
      { slot: slotOfFact(third), token: token(slotOfFact(third)) },
    ]);
    expect(later.status).toBe(200);
    expect(await recorded(person)).toEqual(MINE.toSorted());
  });

  it('can be repeated without harm', async () => {
    const person = await signUp(server, 'twice@mail.example');
    const [id = ''] = MINE;
    const { token, sessionId } = await compare(person, [slotOfFact(id)]);
    const facts = [{ slot: slotOfFact(id), token: token(slotOfFact(id)) }];
    expect((await disclose(person, sessionId, facts)).status).toBe(200);
    expect((await disclose(person, sessionId, facts)).status).toBe(200);
    expect(await recorded(person)).toEqual([id]);
  });

  it('with one flipped bit in one of its tokens is refused and records nothing', async () => {
    const person = await signUp(server, 'flip@mail.example');
    const { token, sessionId } = await compare(person, MINE.map(slotOfFact));
    const facts = MINE.map((id) => ({ slot: slotOfFact(id), token: token(slotOfFact(id)) }));
    const answer = await disclose(
      person,
      sessionId,
      facts.map((fact, index) => (index === 1 ? { ...fact, token: flipped(fact.token) } : fact)),
    );
    expect(answer.status).toBe(403);
    expect(await errorOf(answer)).toBe('A token is not the right one. Nothing was recorded.');
    expect(await recorded(person)).toEqual([]);
    expect((await disclose(person, sessionId, facts)).status).toBe(200);
  });

  it('of a slot that did not match, or with another slot’s token, is refused', async () => {
    const person = await signUp(server, 'wrong-slot@mail.example');
    const [first = '', second = ''] = MINE;
    const { token, sessionId } = await compare(person, [slotOfFact(first), slotOfFact(second), FREE_SLOT]);
    for (const fact of [
      { slot: slotOfFact('travelInterests/karaoke'), token: '0'.repeat(32) },
      { slot: slotOfFact(first), token: token(slotOfFact(second)) },
      { slot: FREE_SLOT, token: token(FREE_SLOT) },
    ]) {
      expect((await disclose(person, sessionId, [fact])).status).toBe(403);
    }
    expect(await recorded(person)).toEqual([]);
  });

  it('in another person’s session is refused as an unknown one', async () => {
    const person = await signUp(server, 'mine@mail.example');
    const thief = await signUp(server, 'not-mine@mail.example');
    const [id = ''] = MINE;
    const { token, sessionId } = await compare(person, [slotOfFact(id)]);
    const facts = [{ slot: slotOfFact(id), token: token(slotOfFact(id)) }];
    const stolen = await disclose(thief, sessionId, facts);
    const unknown = await disclose(thief, '00'.repeat(32), facts);
    expect(stolen.status).toBe(404);
    expect(await stolen.text()).toBe(await unknown.text());
    expect(await recorded(thief)).toEqual([]);
  });

  it('after 15 minutes is refused', async () => {
    const person = await signUp(server, 'late@mail.example');
    const [id = ''] = MINE;
    const { token, sessionId } = await compare(person, [slotOfFact(id)]);
    const facts = [{ slot: slotOfFact(id), token: token(slotOfFact(id)) }];
    skewMs = 15 * 60_000;
    try {
      const answer = await disclose(person, sessionId, facts);
      expect(answer.status).toBe(410);
      expect(await recorded(person)).toEqual([]);
    } finally {
      skewMs = 0;
    }
  });

  const good = { slot: 1, token: '0'.repeat(32) };
  it.each([
    ['no facts', { sessionId: '0'.repeat(64), facts: [] }],
    ['a short session', { sessionId: '00', facts: [good] }],
    ['upper-case hex', { sessionId: 'A'.repeat(64), facts: [good] }],
    ['a slot beyond the last', { sessionId: '0'.repeat(64), facts: [{ ...good, slot: 100 }] }],
    ['a slot that is no whole number', { sessionId: '0'.repeat(64), facts: [{ ...good, slot: 1.5 }] }],
    ['a slot twice', { sessionId: '0'.repeat(64), facts: [good, good] }],
    ['no object', 'x'],
    ['null', null],
  ])('with %s is refused as malformed', async (_name, body) => {
    const token = await server.token('malformed@mail.example');
    const answer = await server.request('/api/psi/disclose', jsonPost(token, body));
    expect(answer.status).toBe(400);
    expect(await errorOf(answer)).not.toBe('');
  });
});

describe('an organiser’s set of their own', () => {
  it('gives no match outside it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'waystamp-organiser-'));
    const file = join(folder, 'set.json');
    await writeFile(file, JSON.stringify(['travelInterests/bars']));
    const whole = server;
    server = await openTestServer({ listen: true, env: { WAYSTAMP_ORGANISER_SET: file } });
    try {
      const person = await signUp(server, 'organiser@mail.example');
      const { matched } = await compare(person, MINE.map(slotOfFact));
      expect(matched).toEqual([slotOfFact('travelInterests/bars')]);
    } finally {
      await server.close();
      server = whole;
      await rm(folder, { recursive: true });
    }
  });
});
