import { eq } from 'drizzle-orm';
import { CATALOG, catalogHash } from '../../../catalog/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disclosures, psiSessions } from '../../../server/database/schema.ts';
import { FREE_SLOTS, slotOfFact } from '../../support/psi/slots.ts';
import { compare, disclose, disclosureOf } from '../../support/server/comparison.ts';
import { errorOf, jsonPost } from '../../support/server/api-calls.ts';
import { openTestServer, renewKeys, signUp } from '../../support/server/harness.ts';
import type { Person, TestServer } from '../../support/server/harness.ts';

let server: TestServer;
let skewMs = 0;
beforeAll(async () => {
  server = await openTestServer({ listen: true, now: () => Date.now() + skewMs });
});
afterAll(() => server.close());

const DAY_MS = 86_400_000;
const MINE = ['verifiedTravelEvents/devcon', 'selfAttestedEvents/edcon', 'travelInterests/bars'];

const recorded = async (person: Person): Promise<string[]> => {
  const rows = await server.database.db
    .select({ fact: disclosures.fact })
    .from(disclosures)
    .where(eq(disclosures.userId, person.id));
  return rows.map(({ fact }) => fact).toSorted();
};

function flipped(token: string): string {
  const bytes = Buffer.from(token, 'hex');
  bytes.writeUInt8(bytes.readUInt8(7) ^ 0b100, 7);
  return bytes.toString('hex');
}

describe('a disclosure', () => {
  it('records the facts whose true tokens were sent, and no others', async () => {
    const person = await signUp(server, 'disclose@mail.example');
    const compared = await compare(server, person, MINE.map(slotOfFact));
    const chosen = MINE.slice(0, 2);
    const answer = await disclose(server, person, disclosureOf(compared, chosen.map(slotOfFact)));
    expect(answer.status).toBe(200);
    await expect(answer.json()).resolves.toEqual({
      accepted: chosen.map((fact) => ({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
        organiser: { slug: 'waystamp', name: 'Waystamp' },
        catalog: catalogHash(CATALOG),
        fact,
        list: fact.split('/')[0],
        day: new Date().toISOString().slice(0, 10),
        proof: 'none',
      })),
    });
    expect(await recorded(person)).toEqual(chosen.toSorted());

    const rest = disclosureOf(compared, MINE.slice(2).map(slotOfFact));
    const later = await disclose(server, person, rest);
    expect(later.status).toBe(200);
    expect(await recorded(person)).toEqual(MINE.toSorted());
  });

  it('can be repeated without harm', async () => {
    const person = await signUp(server, 'twice@mail.example');
    const [id = ''] = MINE;
    const disclosure = disclosureOf(await compare(server, person, [slotOfFact(id)]), [slotOfFact(id)]);
    const first: unknown = await (await disclose(server, person, disclosure)).json();
    // Another comparison on another day discloses the same fact: the first record is unchanged.
    skewMs = DAY_MS;
    try {
      person.token = await server.token(person.email);
      await renewKeys(server, person);
      const again = disclosureOf(await compare(server, person, [slotOfFact(id)]), [slotOfFact(id)]);
      const answer = await disclose(server, person, again);
      expect(answer.status).toBe(200);
      await expect(answer.json()).resolves.toEqual(first);
    } finally {
      skewMs = 0;
    }
    expect(await recorded(person)).toEqual([id]);
  });

  it('with one flipped bit in one of its tokens is refused and records nothing', async () => {
    const person = await signUp(server, 'flip@mail.example');
    const slots = MINE.map(slotOfFact);
    const disclosure = disclosureOf(await compare(server, person, slots), slots);
    const facts = disclosure.facts.map((fact, index) =>
      index === 1 ? { ...fact, token: flipped(fact.token) } : fact,
    );
    const answer = await disclose(server, person, { ...disclosure, facts });
    expect(answer.status).toBe(403);
    expect(await errorOf(answer)).toBe('A token is not the right one. Nothing was recorded.');
    expect(await recorded(person)).toEqual([]);
    expect((await disclose(server, person, disclosure)).status).toBe(200);
  });

  it('of a slot that did not match, or with another slot’s token, is refused', async () => {
    const person = await signUp(server, 'wrong-slot@mail.example');
    const [first = -1, second = -1] = MINE.map(slotOfFact);
    const [free = -1] = FREE_SLOTS;
    const compared = await compare(server, person, [first, second, free]);
    const unasked = disclosureOf(compared, [slotOfFact('travelInterests/karaoke')]);
    expect(unasked.facts).toMatchObject([{ token: '0'.repeat(32) }]);
    const swapped = disclosureOf({ ...compared, token: () => compared.token(second) }, [first]);
    for (const disclosure of [unasked, swapped, disclosureOf(compared, [free])]) {
      expect((await disclose(server, person, disclosure)).status).toBe(403);
    }
    expect(await recorded(person)).toEqual([]);
  });

  it('in another person’s session is refused as an unknown one', async () => {
    const person = await signUp(server, 'mine@mail.example');
    const thief = await signUp(server, 'not-mine@mail.example');
    const [id = ''] = MINE;
    const disclosure = disclosureOf(await compare(server, person, [slotOfFact(id)]), [slotOfFact(id)]);
    const stolen = await disclose(server, thief, disclosure);
    const unknown = await disclose(server, thief, { ...disclosure, sessionId: '00'.repeat(32) });
    expect(stolen.status).toBe(404);
    expect(await stolen.text()).toBe(await unknown.text());
    expect(await recorded(thief)).toEqual([]);
  });

  it('after 15 minutes is refused', async () => {
    const person = await signUp(server, 'late@mail.example');
    const [id = ''] = MINE;
    const disclosure = disclosureOf(await compare(server, person, [slotOfFact(id)]), [slotOfFact(id)]);
    skewMs = 15 * 60_000;
    try {
      const answer = await disclose(server, person, disclosure);
      expect(answer.status).toBe(410);
      expect(await recorded(person)).toEqual([]);
    } finally {
      skewMs = 0;
    }
  });

  it('from a session that an older version of the server stored is refused with the reason', async () => {
    const person = await signUp(server, 'before-the-update@mail.example');
    const [id = ''] = MINE;
    const disclosure = disclosureOf(await compare(server, person, [slotOfFact(id)]), [slotOfFact(id)]);
    const { db } = server.database;
    const mine = eq(psiSessions.userId, person.id);
    const [kept] = await db.select({ state: psiSessions.state }).from(psiSessions).where(mine);
    const state = Uint8Array.from(kept?.state ?? []).fill(1, 2, 3);
    await db.update(psiSessions).set({ state }).where(mine);
    const answer = await disclose(server, person, disclosure);
    expect(answer.status).toBe(410);
    expect(await errorOf(answer)).toMatch(/Compare again/);
    expect(await recorded(person)).toEqual([]);
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
