/**
 * A client that sends any request it likes: one refusal for everything malformed, the usual answer for everything
 * well-formed, and one reply per key pair.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SLOT_COUNT } from '../../../catalog/index.ts';
import { disclosures, psiSessions } from '../../../server/database/schema.ts';
import { disclose, postRound2, replyOf, round1, round1OfBits } from '../../support/server/comparison.ts';
import type { Round1 } from '../../support/server/comparison.ts';
import { announceCall, seen, send } from '../../support/server/api-calls.ts';
import { openTestServer, publishKeys, signUp } from '../../support/server/harness.ts';
import type { Person, TestServer } from '../../support/server/harness.ts';
import { BARS, COMPARED, REPLY_BYTES, compare } from './asking.ts';
import {
  HASH_BYTES,
  HEADER_BYTES,
  KEY_ID_BYTES,
  MODULI,
  REQUEST_RESIDUES,
  RESIDUE_BITS,
  SUBRING,
  pack,
  unpack,
} from './forgery.ts';

/** Bytes that the residues of one modulus take. */
const RESIDUE_BYTES = (SUBRING * RESIDUE_BITS) / 8;

/** One of twenty requests is answered; all others get the same refusal. */
const ONE_REPLY = {
  matched: [BARS],
  refusals: Array.from({ length: 19 }, () => ({
    status: 409,
    body: '{"error":"These keys have had their answer. New keys are needed.","code":"keys_used"}',
  })),
  sessions: 1,
};
const UNREADABLE = { status: 400, body: '{"error":"The comparison request cannot be read."}' };

let server: TestServer;
let people = 0;
beforeAll(async () => {
  server = await openTestServer({ listen: true, env: { LIMIT_COMPARISONS_PER_HOUR: '1000' } });
});
afterAll(() => server.close());

function newcomer(): Promise<Person> {
  people += 1;
  return signUp(server, `client-${people}@mail.example`);
}

const requestOf = ({ keys }: Person): Promise<Round1> => round1(keys, [BARS]);

/** The request with other residues for one modulus. */
function withResidues(
  message: Uint8Array,
  prime: number,
  change: (residues: number[]) => number[],
): Uint8Array {
  const from = REQUEST_RESIDUES + prime * RESIDUE_BYTES;
  const changed = Uint8Array.from(message);
  changed.set(
    pack(change(unpack(message.subarray(from, from + RESIDUE_BYTES), RESIDUE_BITS)), RESIDUE_BITS),
    from,
  );
  return changed;
}

function everywhere(message: Uint8Array, residue: (prime: number) => number): Uint8Array {
  return MODULI.reduce(
    (changed, _, prime) => withResidues(changed, prime, (all) => all.map(() => residue(prime))),
    message,
  );
}

type Spoil = (message: Uint8Array<ArrayBuffer>) => Uint8Array;

describe('a malformed request', () => {
  it.each<[string, Spoil]>([
    ['empty', () => new Uint8Array(0)],
    ['of half a header', (message) => message.subarray(0, 7)],
    ['of a header alone', (message) => message.subarray(0, HEADER_BYTES)],
    ['short of one byte', (message) => message.subarray(0, -1)],
    ['long by one byte', (message) => Uint8Array.of(...message, 0)],
    ['of another protocol', (message) => message.with(0, 0)],
    ['of an older version', (message) => message.with(2, 1)],
    ['of a later version', (message) => message.with(2, 3)],
    ['private keys by its kind', (message) => message.with(3, 1)],
    ['a reply by its kind', (message) => message.with(3, 4)],
    ['of no kind', (message) => message.with(3, 255)],
    ['for no slots', (message) => message.with(4, 0)],
    ['for another number of slots by its header', (message) => message.with(4, SLOT_COUNT - 1)],
    ['for four billion slots', (message) => message.fill(255, 4, HEADER_BYTES)],
    ['full of ones', (message) => message.fill(255, REQUEST_RESIDUES)],
    ['noise', (message) => crypto.getRandomValues(message)],
    ['JSON', () => new TextEncoder().encode('{"slots":100}')],
    ['base64', (message) => Buffer.from(Buffer.from(message).toString('base64').slice(0, 12_000))],
    // It names the announced keys by their id but was made for other keys. Only round 2 can detect that.
    [
      'for other keys under this key id',
      (message) => message.fill(7, HEADER_BYTES + KEY_ID_BYTES, HEADER_BYTES + HASH_BYTES),
    ],
  ])('gets the same refusal as every other when it is %s', async (_name, spoil) => {
    const person = await newcomer();
    const { message } = await requestOf(person);
    const reference = await seen(await postRound2(server, person, new Uint8Array(HEADER_BYTES)));
    expect(reference).toMatchObject(UNREADABLE);
    expect(await seen(await postRound2(server, person, spoil(Uint8Array.from(message))))).toEqual(reference);
    expect(await compare(server, person)).toEqual(COMPARED);
  });

  it('is one with any residue at or above its modulus', async () => {
    const person = await newcomer();
    const { message } = await requestOf(person);
    for (const [prime, modulus] of MODULI.entries()) {
      for (const place of [0, 1, 511, SUBRING - 1]) {
        for (const value of [modulus, modulus + 1, 2 ** RESIDUE_BITS - 1]) {
          const crafted = withResidues(message, prime, (residues) => residues.with(place, value));
          expect(await seen(await postRound2(server, person, crafted))).toMatchObject(UNREADABLE);
        }
      }
    }
    expect(await compare(server, person)).toEqual(COMPARED);
  });

  it.each([1, SLOT_COUNT - 1])('is one for a vector of %d slots', async (slots) => {
    const person = await newcomer();
    const { message } = await round1OfBits(person.keys, new Uint8Array(slots));
    expect(await seen(await postRound2(server, person, message))).toMatchObject(UNREADABLE);
    expect(await compare(server, person)).toEqual(COMPARED);
  });

  it('is refused by its length alone if no request has that length', async () => {
    const person = await newcomer();
    const { message: long } = await round1OfBits(person.keys, new Uint8Array(SLOT_COUNT + 1));
    const answers = [long, new Uint8Array(16 * 1024 + 1), new Uint8Array(40_000)].map(async (bytes) =>
      seen(await postRound2(server, person, bytes)),
    );
    const [first, ...others] = await Promise.all(answers);
    expect(first).toMatchObject({ status: 413, body: '{"error":"The request is too large."}' });
    for (const other of others) expect(other).toEqual(first);
    expect(await compare(server, person)).toEqual(COMPARED);
  });
});

describe('a request that encrypts nothing, or arbitrary values', () => {
  it.each<[string, Spoil]>([
    ['zero', (message) => everywhere(message, () => 0)],
    ['one', (message) => everywhere(message, () => 1)],
    [
      'a constant that decodes to one',
      (message) => everywhere(message, (prime) => Math.floor((MODULI[prime] ?? 0) / 12_289)),
    ],
    ['the largest residues', (message) => everywhere(message, (prime) => (MODULI[prime] ?? 0) - 1)],
    [
      'a mask from a seed of zeros',
      (message) => message.fill(0, HEADER_BYTES + HASH_BYTES, REQUEST_RESIDUES),
    ],
  ])('is answered like any other: %s', async (_name, spoil) => {
    const person = await newcomer();
    const { message, open } = await requestOf(person);
    const crafted = spoil(Uint8Array.from(message));
    const reply = await replyOf(await postRound2(server, person, crafted));
    // The session covers the request as it was sent, so the honest state opens nothing.
    expect(open(reply).matched).toEqual([]);
    expect(reply).toHaveLength(REPLY_BYTES);
    expect((await postRound2(server, person, crafted)).status).toBe(409);

    const [session] = await sessionsOf(person);
    const sessionId = Buffer.from(session?.id ?? []).toString('hex');
    const facts = [{ slot: BARS, token: '0'.repeat(32) }];
    expect((await disclose(server, person, { sessionId, facts })).status).toBe(403);
    const recorded = await server.database.db
      .select()
      .from(disclosures)
      .where(eq(disclosures.userId, person.id));
    expect(recorded).toEqual([]);
  });
});

function sessionsOf(person: Person) {
  return server.database.db.select().from(psiSessions).where(eq(psiSessions.userId, person.id));
}

describe('one key pair, one request, one reply', () => {
  it('holds when the same request arrives twenty times at once', async () => {
    const person = await newcomer();
    const sent = Array<Round1>(20).fill(await requestOf(person));
    expect(await outcomeOf(person, sent)).toMatchObject(ONE_REPLY);
  });

  it('holds when two requests under the same keys arrive ten times each', async () => {
    const person = await newcomer();
    const requests = [await requestOf(person), await requestOf(person)];
    const sent = Array.from({ length: 10 }, () => requests).flat();
    expect(await outcomeOf(person, sent)).toMatchObject(ONE_REPLY);
  });

  it.each([0, 5, 10, 15])(
    'holds when new keys are announced in the middle, after %d requests',
    async (before) => {
      const person = await newcomer();
      const { message } = await requestOf(person);
      const next = await publishKeys(server, person.token);
      const ask20 = Array.from({ length: 20 }, () => () => postRound2(server, person, message));
      const announce = () => send(server, announceCall('update_psi_keys', person, next.link));
      const answers = await Promise.all(ask20.toSpliced(before, 0, announce).map((ask) => ask()));
      const [announced] = answers.splice(before, 1);
      expect(announced?.status).toBe(200);
      const statuses = answers.map(({ status }) => status);
      const replies = statuses.filter((status) => status === 200).length;
      expect(replies).toBeLessThanOrEqual(1);
      expect(statuses.filter((status) => status === 409)).toHaveLength(20 - replies);
      expect(await sessionsOf(person)).toHaveLength(replies);
      expect((await postRound2(server, person, message)).status).toBe(409);
      person.keys = next;
      expect(await compare(server, person)).toEqual(COMPARED);
    },
  );
});

/** Sends all these requests at once. Gives what the one reply opens to, and the refusals of the others. */
async function outcomeOf(person: Person, sent: readonly Round1[]) {
  const answers = await Promise.all(sent.map(({ message }) => postRound2(server, person, message)));
  const winner = answers.findIndex(({ status }) => status === 200);
  return {
    matched: sent[winner]?.open(await replyOf(answers[winner] as Response)).matched,
    refusals: await Promise.all(answers.filter((_, index) => index !== winner).map(seen)),
    sessions: (await sessionsOf(person)).length,
  };
}
