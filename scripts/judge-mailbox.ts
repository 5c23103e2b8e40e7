/** `npm run demo -- --mbox FILE --account ADDRESS`: what the device finds in a mailbox file, mail by mail. */
import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { CATALOG } from '../catalog/index.ts';
import { createKeyring, publishedDomains } from '../server/demo/mailbox/keyring.ts';
import { verdict } from '../src/texts/verdicts.ts';
import { parseMail } from '../mail/mime/parse-mail.ts';
import { createClassifier, mailToEvidence } from '../worker/evidence/index.ts';
import type { DkimLookup } from '../mail/dkim/key-trials.ts';
import type { KnownKey } from '../mail/dkim/key-validity.ts';
import { parseTagList } from '../mail/header/tag-list.ts';
import { createMboxMailbox } from '../worker/mailbox/mbox.ts';
import type { EvidenceTier, LoggedEvidence, UnreadableReason } from '../worker/records.ts';
import { shippedKeys } from '../worker/evidence/signature-keys.ts';
import { countsFor, judgedFor } from '../worker/vector/counted.ts';

/** One mail and one event that it attests. */
export interface JudgedMail {
  subject: string;
  from: string;
  /** ISO 8601; null when the mail has no readable date. */
  date: string | null;
  event: string;
  /** Whether it counts for the account. */
  counts: boolean;
  /** Null when it does not count. */
  tier: EvidenceTier | null;
  /** Why, as a sentence. */
  reason: string;
}

export interface Judgement {
  mails: JudgedMail[];
  /** Mails that were read. */
  read: number;
  /** Mails in spam or trash. */
  leftOut: number;
  /** Attesting mails whose signing key is not known. */
  keyUnknown: number;
  /** Mails whose text was not read in full. */
  notRead: { subject: string; reason: UnreadableReason }[];
}

/** A wrong argument; the message says what to do. */
export class JudgingFailure extends Error {
  readonly code: 'account_malformed' | 'keys_unreadable' | 'keys_malformed';

  constructor(code: JudgingFailure['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const ADDRESS = /^[^\s@<>,;:"]+@[^\s@<>,;:"]+\.[^\s@<>,;:".]+$/;
/** The value that stands for the demo mailbox's keys instead of a file. */
const DEMO_KEYS = 'demo';
const KEY_NAME = /^[^\s.]\S*\._domainkey\.\S+\.\S+$/;

/**
 * Judges every mail of a file as the worker does, for an account that need not be signed in. Memory holds one mail at a
 * time, and the results.
 *
 * @param keysFile JSON that maps a key's name in DNS to its TXT records, used beside the catalog's keys. `demo` stands
 *   for the keys of the demo mailbox
 * @throws JudgingFailure on an invalid address or keys; AppFailure on a file that is not a mailbox
 */
export async function judgeMailbox(
  mbox: string,
  account: string,
  keysFile: string | null,
): Promise<Judgement> {
  if (!ADDRESS.test(account)) {
    throw new JudgingFailure('account_malformed', `--account wants an address like robin@mail.example.`);
  }
  const lookup = keyLookup(
    keysFile === null ? {} : keysFile === DEMO_KEYS ? demoKeys() : await readKeys(keysFile),
  );
  const mailbox = createMboxMailbox(await openAsBlob(mbox));
  await mailbox.fingerprint();
  const reading = { catalog: CATALOG, classifier: createClassifier(CATALOG), lookup };
  const judgement: Judgement = { mails: [], read: 0, leftOut: 0, keyUnknown: 0, notRead: [] };
  for await (const mail of mailbox.mails(0, new AbortController().signal)) {
    if (mail.kind === 'skipped') {
      if (mail.reason === 'spam-or-trash') {
        judgement.leftOut += 1;
      } else {
        const { subject } = await parseMail(mail.beginning);
        judgement.notRead.push({ subject, reason: mail.reason });
      }
      continue;
    }
    const { messageId, raw } = mail;
    const sent = { messageId, raw, internalDate: null };
    const { header, evidence, unreadable } = await mailToEvidence(sent, reading);
    judgement.read += 1;
    if (unreadable !== null) judgement.notRead.push({ subject: header.subject, reason: unreadable });
    judgement.keyUnknown += evidence.filter(({ reason }) => reason === 'key-unknown').length;
    judgement.mails.push(...evidence.map((entry) => judged({ ...entry, source: 'file' }, account)));
  }
  return judgement;
}

function judged(found: LoggedEvidence, account: string): JudgedMail {
  const [entry = found] = judgedFor([found], account);
  const { subject, from, date, event, tier } = entry;
  const counts = countsFor(account)(entry);
  return {
    subject,
    from,
    date: date === null ? null : new Date(date).toISOString(),
    event,
    counts,
    tier: counts ? tier : null,
    reason: counts ? verdict(entry) : `It was not addressed to ${account}. ${verdict(entry)}`,
  };
}

type Keys = Readonly<Record<string, readonly string[]>>;

const keysSchema = z.record(
  z.string().regex(KEY_NAME),
  z.union([z.array(z.string()).min(1), z.string().transform((record) => [record])]),
);

async function readKeys(path: string): Promise<Keys> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new JudgingFailure('keys_unreadable', `There is no file ${path} that can be read.`);
  });
  const malformed = (what: string): JudgingFailure =>
    new JudgingFailure(
      'keys_malformed',
      `${path} ${what}. It should be JSON like {"selector._domainkey.mail.example": ["v=DKIM1; k=rsa; p=…"]}.`,
    );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed('is not JSON');
  }
  const parsed = keysSchema.safeParse(value);
  if (!parsed.success) throw malformed('does not map names of keys to lists of records');
  for (const [name, records] of Object.entries(parsed.data)) {
    const bad = records.some((record) => parseTagList(record)?.has('p') !== true);
    if (bad) throw malformed(`has a record for ${name} that is no key`);
  }
  return parsed.data;
}

/** The demo mailbox's keys, in the form of a key file. */
function demoKeys(): Keys {
  const keyring = createKeyring();
  const keys = publishedDomains().flatMap((domain) => keyring.published(domain));
  const byName = Map.groupBy(keys, ({ name }) => name);
  return Object.fromEntries([...byName].map(([name, found]) => [name, found.map(({ record }) => record)]));
}

/** Looks up the catalog's keys and the given ones, whose days are not known. Asks nobody. */
function keyLookup(given: Keys): DkimLookup {
  const shipped = shippedKeys(CATALOG);
  const added = new Map<string, KnownKey[]>();
  for (const [name, records] of Object.entries(given)) {
    const keys = records.map((record) => withoutDays(record));
    added.set(name.toLowerCase(), keys);
  }
  return (name) => {
    const key = name.toLowerCase();
    return Promise.resolve([...(shipped.get(key) ?? []), ...(added.get(key) ?? [])]);
  };
}

function withoutDays(record: string): KnownKey {
  return { record, firstSeen: null, lastSeen: null, missingSince: null, removed: null };
}

/** The judgement as text for a terminal. */
export function readableJudgement(
  { mails, read, leftOut, keyUnknown, notRead }: Judgement,
  account: string,
): string {
  const noneCounts = mails.length > 0 && !mails.some(({ counts }) => counts);
  const lines = mails.flatMap(({ subject, from, date, event, counts, tier, reason }) => [
    `${date?.slice(0, 10) ?? 'no date   '}  ${event.padEnd(16)}  ${counts ? (tier ?? '') : 'does not count'}`,
    `            ${subject} (${from})`,
    `            ${reason}`,
  ]);
  const sums = [
    `${amountOf(read, 'mail')} read, an event attested ${amountOf(mails.length, 'time')}.`,
    ...(noneCounts ? [`None of them was addressed to ${account}: is that the address of this mailbox?`] : []),
    ...(keyUnknown > 0
      ? [
          `${amountOf(keyUnknown, 'signature')} could not be checked: the key is not known. --keys FILE adds keys (demo: those of the demo mailbox).`,
        ]
      : []),
    ...(leftOut > 0 ? [`${amountOf(leftOut, 'mail')} in spam or trash left out.`] : []),
    ...notRead.map(({ subject, reason }) => `Not read to its end (${reason}): ${subject}`),
  ];
  return [...lines, ...(lines.length > 0 ? [''] : []), ...sums].join('\n');
}

/** `amountOf(2, 'mail')` → `2 mails`. */
function amountOf(value: number, noun: string): string {
  return `${value.toLocaleString('en')} ${noun}${value === 1 ? '' : 's'}`;
}
