/** People who write to a server without pause, a record of the acknowledged writes, and a check that all are there. */
import { setTimeout as wait } from 'node:timers/promises';
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect } from 'vitest';
import { initPsi } from '../../../psi-wasm/index.ts';
import type { Db } from '../../../server/database/db.ts';
import { answeredKeys, blobs, disclosures, psiKeys, users } from '../../../server/database/schema.ts';
import { slotOfFact } from '../psi/slots.ts';
import { disclosureCall, disclosureOf, replyOf, round1, round2Call } from './comparison.ts';
import { announceCall, lookUpCall, send } from './api-calls.ts';
import type { Call } from './api-calls.ts';
import { publishKeys } from './harness.ts';
import type { Keys, Reachable } from './harness.ts';

const WRITERS = 4;
/** Pause after a failure, so that a missing server is not asked without pause. */
const AFTER_FAILURE_MS = 25;
const SLOT = slotOfFact('travelInterests/bars');

/** The kinds of writes that a server acknowledges. */
export const WRITES = [
  'keys stored',
  'account created',
  'keys announced',
  'request answered',
  'fact disclosed',
] as const;
export type Write = (typeof WRITES)[number];

/** Acknowledged writes, which must stay for good. */
export interface Ledger {
  accounts: { email: string; id: string; announced: string[] }[];
  /** The object of replaced keys is removed sooner or later. */
  objects: { link: string; content: Uint8Array; replaced: boolean }[];
  /** Keys that were replaced or answered, and must not be answered again. */
  spent: { email: string; keys: Keys }[];
  /** Account ids. */
  disclosed: string[];
  /** How far {@link checkThroughServer} has checked each list. */
  checked: { accounts: number; objects: number; spent: number };
}

export function createLedger(): Ledger {
  const checked = { accounts: 0, objects: 0, spent: 0 };
  return { accounts: [], objects: [], spent: [], disclosed: [], checked };
}

export interface Writers {
  /** Resolves after this many acknowledgements; rejects if a write failed before {@link expectFailures}. */
  acknowledged(count: number): Promise<void>;
  /** Resolves with the next acknowledgement of this kind, before anything else happens. */
  next(kind: Write): Promise<void>;
  /** From now on writes may fail; a failed one is not acknowledged, and its writer goes on. */
  expectFailures(): void;
  /** Lets the writes under way end. */
  stop(): Promise<void>;
}

/** @param label makes these writers' addresses unique */
export function startWriters(server: Reachable, ledger: Ledger, label: string): Writers {
  // The library must not repeat a failed write.
  process.env['VERCEL_BLOB_RETRIES'] = '0';
  const state = { stopped: false, failuresExpected: false };
  const acknowledgements = new Set<(kind: Write) => void>();
  const failed = Promise.withResolvers<never>();
  // The rejection is reported to whoever waits for the next acknowledgement.
  failed.promise.catch(() => undefined);
  const acknowledge = (kind: Write): void => {
    for (const hear of acknowledgements) hear(kind);
  };
  const write = async (writer: number): Promise<void> => {
    for (let life = 0; !state.stopped; life += 1) {
      try {
        await live(server, ledger, `${label}-${writer}-${life}@mail.example`, acknowledge);
      } catch (error) {
        if (!state.failuresExpected) failed.reject(error);
        await wait(AFTER_FAILURE_MS);
      }
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
  /** Waits until this many writes were acknowledged, of one kind or of any. */
  const heard = async (count: number, kind?: Write): Promise<void> => {
    const all = Promise.withResolvers<void>();
    let left = count;
    const hear = (what: Write): void => {
      if (kind === undefined || what === kind) left -= 1;
      if (left === 0) all.resolve();
    };
    acknowledgements.add(hear);
    await Promise.race([all.promise, failed.promise]).finally(() => acknowledgements.delete(hear));
  };
  return {
    acknowledged: (count) => heard(count),
    next: (kind) => heard(1, kind),
    expectFailures: () => {
      state.failuresExpected = true;
    },
    stop: async () => {
      state.stopped = true;
      await Promise.all(writers);
    },
  };
}

/**
 * One person: an account, new keys, a comparison, a disclosure.
 *
 * @throws when a write is not acknowledged
 */
async function live(
  server: Reachable,
  ledger: Ledger,
  email: string,
  acknowledge: (kind: Write) => void,
): Promise<void> {
  const token = await server.token(email);
  const publish = async (): Promise<Keys> => {
    const keys = await publishKeys(server, token);
    ledger.objects.push({ link: keys.link, content: keys.publicKeys, replaced: false });
    acknowledge('keys stored');
    return keys;
  };
  const post = async (call: Call): Promise<Response> => {
    const answer = await send(server, call);
    if (!answer.ok) throw new Error(`${call.path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const caller = { email, token };

  const first = await publish();
  const made = await post(announceCall('create_account', caller, first.link));
  const { id } = (await made.json()) as { id: string };
  const account = { email, id, announced: [first.link] };
  ledger.accounts.push(account);
  acknowledge('account created');

  const second = await publish();
  account.announced = [first.link, second.link];
  // From here on, even if the announcement is not acknowledged.
  for (const object of ledger.objects) if (object.link === first.link) object.replaced = true;
  await post(announceCall('update_psi_keys', caller, second.link));
  account.announced = [second.link];
  ledger.spent.push({ email, keys: first });
  acknowledge('keys announced');

  const { message, open } = await round1(second, [SLOT]);
  const reply = await replyOf(await post(round2Call(token, message)));
  ledger.spent.push({ email, keys: second });
  acknowledge('request answered');

  await post(disclosureCall(token, disclosureOf(open(reply), [SLOT])));
  ledger.disclosed.push(id);
  acknowledge('fact disclosed');
}

/** Asks a server for everything that was acknowledged since the last check. */
export async function checkThroughServer(server: Reachable, ledger: Ledger): Promise<void> {
  const { accounts, objects, spent, checked } = ledger;
  for (const { email, id } of accounts.slice(checked.accounts)) {
    const answer = await send(server, lookUpCall({ email, token: await server.token(email) }));
    expect(await answer.json()).toEqual({ exists: true, user: { id } });
  }
  for (const { link, content, replaced } of objects.slice(checked.objects)) {
    const answer = await fetch(link);
    const stored = new Uint8Array(await answer.arrayBuffer());
    if (replaced && answer.status === 404) continue;
    expect(Buffer.compare(stored, content)).toBe(0);
  }
  for (const { email, keys } of spent.slice(checked.spent)) {
    const caller = { email, token: await server.token(email) };
    const answer = await send(server, announceCall('update_psi_keys', caller, keys.link));
    // The object of replaced keys is gone.
    if (answer.status === 400) {
      expect((await fetch(keys.link)).status).toBe(404);
      continue;
    }
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'keys_used' });
  }
  ledger.checked = { accounts: accounts.length, objects: objects.length, spent: spent.length };
}

/** Checks the database itself for everything that was ever acknowledged. */
export async function checkInDatabase(db: Db, ledger: Ledger): Promise<void> {
  const psi = await initPsi();
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
  for (const { link, replaced } of ledger.objects) {
    if (!replaced) expect(paths).toContain(link.split('/blob/public/')[1]);
  }
  const answered = new Set((await db.select().from(answeredKeys)).map(({ keyId }) => bytesToHex(keyId)));
  for (const { keys } of ledger.spent)
    expect(answered).toContain(bytesToHex(psi.readPublicKeys(keys.publicKeys).keyId));
  const disclosed = new Set((await db.select().from(disclosures)).map(({ userId }) => userId));
  for (const id of ledger.disclosed) expect(disclosed).toContain(id);
}
