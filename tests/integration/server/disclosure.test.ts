import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attendeeFacts } from '../../../server/database/schema.ts';
import { FREE_SLOT, compare, disclose, hex, slotOfFact } from './comparing.ts';
import { errorOf, jsonPost, openTestServer, signUp } from './harness.ts';
import type { Person, TestServer } from './harness.ts';

let server: TestServer;
let skewMs = 0;
beforeAll(async () => {
  server = await openTestServer({ listen: true, now: () => Date.now() + skewMs });
});
afterAll(() => server.close());

const MINE = ['verifiedTravelEvents/devcon', 'selfAttestedEvents/edcon', 'travelInterests/bars'];

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

describe('a disclosure', () => {
  it('records the facts whose true tokens were sent, and no others', async () => {
    const person = await signUp(server, 'disclose@mail.example');
    const { token, sessionId } = await compare(server, person, MINE.map(slotOfFact));
    const chosen = MINE.slice(0, 2);
    const answer = await disclose(
      server,
      person,
      sessionId,
      chosen.map((id) => ({ slot: slotOfFact(id), token: token(slotOfFact(id)) })),
    );
    expect(answer.status).toBe(200);
    await expect(answer.json()).resolves.toEqual({ accepted: chosen });
    expect(await recorded(person)).toEqual(chosen.toSorted());

    const [, , third = ''] = MINE;
    const later = await disclose(server, person, sessionId, [
      { slot: slotOfFact(third), token: token(slotOfFact(third)) },
    ]);
    expect(later.status).toBe(200);
    expect(await recorded(person)).toEqual(MINE.toSorted());
  });

  it('can be repeated without harm', async () => {
    const person = await signUp(server, 'twice@mail.example');
    const [id = ''] = MINE;
    const { token, sessionId } = await compare(server, person, [slotOfFact(id)]);
    const facts = [{ slot: slotOfFact(id), token: token(slotOfFact(id)) }];
    expect((await disclose(server, person, sessionId, facts)).status).toBe(200);
    expect((await disclose(server, person, sessionId, facts)).status).toBe(200);
    expect(await recorded(person)).toEqual([id]);
  });

  it('with one flipped bit in one of its tokens is refused and records nothing', async () => {
    const person = await signUp(server, 'flip@mail.example');
    const { token, sessionId } = await compare(server, person, MINE.map(slotOfFact));
    const facts = MINE.map((id) => ({ slot: slotOfFact(id), token: token(slotOfFact(id)) }));
    const answer = await disclose(
      server,
      person,
      sessionId,
      facts.map((fact, index) => (index === 1 ? { ...fact, token: flipped(fact.token) } : fact)),
    );
    expect(answer.status).toBe(403);
    expect(await errorOf(answer)).toBe('A token is not the right one. Nothing was recorded.');
    expect(await recorded(person)).toEqual([]);
    expect((await disclose(server, person, sessionId, facts)).status).toBe(200);
  });

  it('of a slot that did not match, or with another slot’s token, is refused', async () => {
    const person = await signUp(server, 'wrong-slot@mail.example');
    const [first = '', second = ''] = MINE;
    const { token, sessionId } = await compare(server, person, [
      slotOfFact(first),
      slotOfFact(second),
      FREE_SLOT,
    ]);
    for (const fact of [
      { slot: slotOfFact('travelInterests/karaoke'), token: '0'.repeat(32) },
      { slot: slotOfFact(first), token: token(slotOfFact(second)) },
      { slot: FREE_SLOT, token: token(FREE_SLOT) },
    ]) {
      expect((await disclose(server, person, sessionId, [fact])).status).toBe(403);
    }
    expect(await recorded(person)).toEqual([]);
  });

  it('in another person’s session is refused as an unknown one', async () => {
    const person = await signUp(server, 'mine@mail.example');
    const thief = await signUp(server, 'not-mine@mail.example');
    const [id = ''] = MINE;
    const { token, sessionId } = await compare(server, person, [slotOfFact(id)]);
    const facts = [{ slot: slotOfFact(id), token: token(slotOfFact(id)) }];
    const stolen = await disclose(server, thief, sessionId, facts);
    const unknown = await disclose(server, thief, '00'.repeat(32), facts);
    expect(stolen.status).toBe(404);
    expect(await stolen.text()).toBe(await unknown.text());
    expect(await recorded(thief)).toEqual([]);
  });

  it('after 15 minutes is refused', async () => {
    const person = await signUp(server, 'late@mail.example');
    const [id = ''] = MINE;
    const { token, sessionId } = await compare(server, person, [slotOfFact(id)]);
    const facts = [{ slot: slotOfFact(id), token: token(slotOfFact(id)) }];
    skewMs = 15 * 60_000;
    try {
      const answer = await disclose(server, person, sessionId, facts);
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
