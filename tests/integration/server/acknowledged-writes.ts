/** People who write to a server without pause, what it acknowledged of that, and whether all of it is there. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { SLOT_COUNT, factById } from '../../../catalog/index.ts';
import { initPsi } from '../../../psi-wasm/index.ts';
import type { Db } from '../../../server/database/db.ts';
import { answeredKeys, attendeeFacts, blobs, psiKeys, users } from '../../../server/database/schema.ts';
import { jsonPost, publishKeys } from './harness.ts';
import type { Keys, Reachable } from './harness.ts';

const WRITERS = 4;
/** After a failure, so that a server that is away is not asked without pause. */
const AFTER_FAILURE_MS = 25;
const FACT = 'travelInterests/bars';
const SLOT = factById(FACT)?.slot ?? -1;

/** What was acknowledged, and so has to be there for good. */
export interface Ledger {
  accounts: { email: string; id: string; announced: string[] }[];
  objects: { link: string; content: Uint8Array }[];
  /** Keys that were replaced or answered: nobody gets an answer for them again. */
  spent: { email: string; keys: Keys }[];
  /** Account ids. */
  disclosed: string[];
  /** How much of each list {@link checkThroughServer} has seen. */
  checked: { accounts: number; objects: number; spent: number };
}

export function createLedger(): Ledger {
  const checked = { accounts: 0, objects: 0, spent: 0 };
  return { accounts: [], objects: [], spent: [], disclosed: [], checked };
}

export interface Writers {
  /** Resolves after so many acknowledgements; rejects when a write failed before {@link expectFailures}. */
  acknowledged(count: number): Promise<void>;
  /** From now on a write may fail: it is not acknowledged then, and its writer goes on. */
  expectFailures(): void;
  /** Lets the writes under way end. */
  stop(): Promise<void>;
}

/** @param label makes the addresses of these writers different from all others' */
export function startWriters(server: Reachable, ledger: Ledger, label: string): Writers {
  // A write that fails is not to be made again behind our back.
  process.env['VERCEL_BLOB_RETRIES'] = '0';
  const state: { count: number; stopped: boolean; failuresExpected: boolean; failure: Error | null } = {
    count: 0,
    stopped: false,
    failuresExpected: false,
    failure: null,
  };
  const write = async (writer: number): Promise<void> => {
    for (let life = 0; !state.stopped; life += 1) {
      try {
        await live(server, ledger, `${label}-${writer}-${life}@mail.example`, () => (state.count += 1));
      } catch (error) {
        if (!state.failuresExpected) state.failure ??= error as Error;
        await wait(AFTER_FAILURE_MS);
      }
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
  return {
    acknowledged: async (wanted) => {
      const target = state.count + wanted;
      while (state.count < target) {
        if (state.failure !== null) throw state.failure;
        await wait(1);
      }
    },
    expectFailures: () => {
      state.failuresExpected = true;
    },
    stop: async () => {
      state.stopped = true;
      await Promise.all(writers);
    },
  };
}

/** One person: an account, new keys, a comparison, a disclosure. Throws when a write is not acknowledged. */
async function live(
  server: Reachable,
  ledger: Ledger,
  email: string,
  acknowledge: () => void,
): Promise<void> {
  const token = await server.token(email);
  const publish = async (): Promise<Keys> => {
    const keys = await publishKeys(server, token);
    ledger.objects.push({ link: keys.link, content: keys.publicKeys });
    acknowledge();
    return keys;
  };
  const post = async (path: string, init: RequestInit): Promise<Response> => {
    const answer = await server.request(path, init);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };

  const first = await publish();
  const made = await post(
    '/api/users/create_account',
    jsonPost(token, { email, psiPublicKeysLink: first.link }),
  );
  const { id } = (await made.json()) as { id: string };
  const account = { email, id, announced: [first.link] };
  ledger.accounts.push(account);
  acknowledge();

  const second = await publish();
  account.announced = [first.link, second.link];
  await post('/api/users/update_psi_keys', jsonPost(token, { email, psiPublicKeysLink: second.link }));
  account.announced = [second.link];
  ledger.spent.push({ email, keys: first });
  acknowledge();

  const psi = await initPsi();
  const bits = new Uint8Array(SLOT_COUNT);
  bits[SLOT] = 1;
  const { state, message } = psi.round1(second.privateKeys, bits);
  const round2 = await post('/api/psi/round2', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: Uint8Array.from(message),
  });
  const reply = new Uint8Array(await round2.arrayBuffer());
  ledger.spent.push({ email, keys: second });
  acknowledge();

  const { tokens, session } = psi.round3(second.privateKeys, state, psi.readReply(reply).reply);
  const slotToken = Buffer.from(tokens.subarray(SLOT * 16, SLOT * 16 + 16)).toString('hex');
  const sessionId = Buffer.from(session).toString('hex');
  await post('/api/psi/disclose', jsonPost(token, { sessionId, facts: [{ slot: SLOT, token: slotToken }] }));
  ledger.disclosed.push(id);
  acknowledge();
}

/** Asks a server for everything that was acknowledged since the last check. */
export async function checkThroughServer(server: Reachable, ledger: Ledger): Promise<void> {
  const { accounts, objects, spent, checked } = ledger;
  for (const { email, id } of accounts.slice(checked.accounts)) {
    const answer = await server.request(`/api/users/get_by_email?email=${encodeURIComponent(email)}`, {
      headers: { authorization: `Bearer ${await server.token(email)}` },
    });
    expect(await answer.json()).toEqual({ exists: true, user: { id } });
  }
  for (const { link, content } of objects.slice(checked.objects)) {
    const stored = new Uint8Array(await (await fetch(link)).arrayBuffer());
    expect(Buffer.compare(stored, content)).toBe(0);
  }
  for (const { email, keys } of spent.slice(checked.spent)) {
    const answer = await server.request(
      '/api/users/update_psi_keys',
      jsonPost(await server.token(email), { email, psiPublicKeysLink: keys.link }),
    );
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'keys_used' });
  }
  ledger.checked = { accounts: accounts.length, objects: objects.length, spent: spent.length };
}

/** Looks for everything that was ever acknowledged in the database itself. */
export async function checkInDatabase(db: Db, ledger: Ledger): Promise<void> {
  const psi = await initPsi();
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  const announced = new Map(
    (await db.select({ userId: psiKeys.userId, link: psiKeys.link }).from(psiKeys)).map((row) => [
      row.userId,
      row.link,
    ]),
  );
  const emails = new Map((await db.select().from(users)).map(({ id, email }) => [id, email]));
  for (const account of ledger.accounts) {
    expect(emails.get(account.id)).toBe(account.email);
    expect(account.announced).toContain(announced.get(account.id));
  }
  const paths = new Set(
    (await db.select({ pathname: blobs.pathname }).from(blobs)).map((row) => row.pathname),
  );
  for (const { link } of ledger.objects) expect(paths).toContain(link.split('/blob/public/')[1]);
  const answered = new Set((await db.select().from(answeredKeys)).map(({ keyId }) => hex(keyId)));
  for (const { keys } of ledger.spent)
    expect(answered).toContain(hex(psi.readPublicKeys(keys.publicKeys).keyId));
  const disclosed = new Set((await db.select().from(attendeeFacts)).map(({ userId }) => userId));
  for (const id of ledger.disclosed) expect(disclosed).toContain(id);
}
