import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparisonContext } from '../../../catalog/index.ts';
import { psiSessions } from '../../../server/database/schema.ts';
import { EVERY_SLOT, FREE_SLOTS, slotOfFact } from '../../support/psi/slots.ts';
import { compare, postRound2, replyOf, round1, round1OfBits } from '../../support/server/comparison.ts';
import { announceCall, errorOf, send } from '../../support/server/api-calls.ts';
import { openTestServer, renewKeys, signUp } from '../../support/server/harness.ts';
import type { Person, TestServer } from '../../support/server/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ listen: true });
});
afterAll(() => server.close());

const MINE = ['verifiedTravelEvents/devcon', 'selfAttestedEvents/edcon', 'travelInterests/bars'];

const post = (person: Person, message: Uint8Array): Promise<Response> => postRound2(server, person, message);

describe('a comparison', () => {
  it('matches what both sides hold, and nothing else', async () => {
    const person = await signUp(server, 'match@mail.example');
    const slots = [...MINE.map(slotOfFact), ...FREE_SLOTS.slice(0, 1)];
    const { matched } = await compare(server, person, slots);
    expect(matched).toEqual(MINE.map(slotOfFact).toSorted((a, b) => a - b));
  });

  it('is answered once per key id', async () => {
    const person = await signUp(server, 'replay@mail.example');
    const { message } = await round1(person.keys, [1]);
    expect((await post(person, message)).status).toBe(200);
    const replay = await post(person, message);
    expect(replay.status).toBe(409);
    await expect(replay.json()).resolves.toMatchObject({ code: 'keys_used' });
    // A different second request with the same keys is refused too.
    const again = await post(person, (await round1(person.keys, [2])).message);
    expect(again.status).toBe(409);
  });

  it('is answered once when the same request arrives ten times at once', async () => {
    const person = await signUp(server, 'race@mail.example');
    const { message } = await round1(person.keys, [1]);
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

  it('is answered only for the keys announced last', async () => {
    const person = await signUp(server, 'replaced@mail.example');
    const { message } = await round1(person.keys, [1]);
    await renewKeys(server, person);
    const old = await post(person, message);
    expect(old.status).toBe(409);
    await expect(old.json()).resolves.toMatchObject({ code: 'keys_replaced' });
    expect((await post(person, (await round1(person.keys, [1])).message)).status).toBe(200);
  });

  it('cannot be repeated by announcing its keys again', async () => {
    const person = await signUp(server, 'reannounce@mail.example');
    await compare(server, person, [1]);
    const answer = await send(server, announceCall('update_psi_keys', person, person.keys.link));
    expect(answer.status).toBe(409);
    await expect(answer.json()).resolves.toMatchObject({ code: 'keys_used' });
  });

  it('with another person’s keys is refused', async () => {
    const [one, other] = [
      await signUp(server, 'one@mail.example'),
      await signUp(server, 'other@mail.example'),
    ];
    const { message } = await round1(one.keys, [1]);
    expect((await post(other, message)).status).toBe(409);
    expect((await post(one, message)).status).toBe(200);
  });

  it('without an account is refused', async () => {
    const person = await signUp(server, 'someone@mail.example');
    const { message } = await round1(person.keys, [1]);
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
    ['of version 1', (message: Uint8Array) => message.map((byte, index) => (index === 2 ? 1 : byte))],
    ['full of ones', (message: Uint8Array) => message.map((byte, index) => (index < 100 ? byte : 255))],
  ])('whose request is %s is refused, and the keys can still be used', async (name, spoil) => {
    const person = await signUp(server, `bad-${name.replaceAll(' ', '-')}@mail.example`);
    const { message } = await round1(person.keys, [1]);
    const refused = await post(person, spoil(message));
    expect(refused.status).toBe(400);
    expect(await errorOf(refused)).toBe('The comparison request cannot be read.');
    expect((await post(person, message)).status).toBe(200);
  });

  it('whose request is too long is refused', async () => {
    const person = await signUp(server, 'long@mail.example');
    expect((await post(person, new Uint8Array(20_000))).status).toBe(413);
  });

  it('for another catalog than the server’s is answered, and finds nothing', async () => {
    const person = await signUp(server, 'another-catalog@mail.example');
    const other = comparisonContext('waystamp', '0'.repeat(64));
    const { message, open } = await round1(person.keys, EVERY_SLOT, other);
    expect(open(await replyOf(await post(person, message))).matched).toEqual([]);
  });

  it('with a vector of another length is refused, and the keys can still be used', async () => {
    const person = await signUp(server, 'length@mail.example');
    const { message } = await round1OfBits(person.keys, new Uint8Array(99));
    expect((await post(person, message)).status).toBe(400);
    expect((await post(person, (await round1(person.keys, [1])).message)).status).toBe(200);
  });
});
