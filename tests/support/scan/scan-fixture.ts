import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { IDBFactory } from 'fake-indexeddb';
import { CATALOG } from '../../../catalog/index.ts';
import type { Catalog } from '../../../catalog/index.ts';
import type { ScanProgress } from '../../../worker/contract.ts';
import { createMboxMailbox } from '../../../worker/mailbox/index.ts';
import type { Mailbox } from '../../../worker/mailbox/index.ts';
import type { LoggedEvidence } from '../../../worker/records.ts';
import { runScan } from '../../../worker/scan/index.ts';
import type { ScanOptions } from '../../../worker/scan/index.ts';
import { openStore } from '../../../worker/store/index.ts';
import type { Store } from '../../../worker/store/index.ts';
import { FakeClock } from '../fake-clock.ts';
import { mail, mailboxOver, ScriptedGmail } from '../mailbox/scripted-gmail.ts';
import type { ScriptedMail } from '../mailbox/scripted-gmail.ts';

/** A mail that attests Devcon; unsigned unless `signed`, and then with a signature that cannot be checked. */
export function ticket(
  id: string,
  { subject = `Your ticket ${id}`, signed = false, event = 'Devcon 7' } = {},
): ScriptedMail {
  const body = `Your registration for ${event} is confirmed. The badge waits at the venue.\r\n`;
  const bodyHash = createHash('sha256').update(body).digest('base64');
  const b = Buffer.alloc(256, 1).toString('base64');
  const signature = signed
    ? { 'DKIM-Signature': `v=1; a=rsa-sha256; d=devcon.org; s=k; h=from:subject; bh=${bodyHash}; b=${b}` }
    : {};
  const header = {
    ...signature,
    From: 'Tickets <tickets@devcon.org>',
    To: 'robin.keller@mail.example',
    Subject: subject,
  };
  return {
    id,
    raw: mail(header, body),
  };
}

/** A mail about nothing relevant. */
export function letter(id: string, subject = `Letter ${id}`): ScriptedMail {
  return { id, raw: mail({ From: 'Ann <ann@mail.example>', Subject: subject }, 'How are you?\r\n') };
}

/** A mail that a search finds and that attests nothing. */
export function newsletter(id: string, subject = `News ${id}`): ScriptedMail {
  return { id, raw: mail({ From: 'News <news@mail.example>', Subject: subject }, 'Devcon was fun.\r\n') };
}

export function mailboxOf(letters: number, tickets: number): ScriptedMail[] {
  return [
    ...Array.from({ length: tickets }, (_, index) => ticket(`t${index}`)),
    ...Array.from({ length: letters }, (_, index) => letter(`l${index}`)),
  ];
}

export interface Fixture {
  clock: FakeClock;
  gmail: ScriptedGmail;
  store: Store;
  /** All events of the last scan. */
  events: ScanProgress[];
  /** Every evidence log that the page received. */
  told: (readonly LoggedEvidence[])[];
  scan: (changes?: Partial<ScanOptions>) => Promise<ScanProgress>;
  scanFile: (text: string | Blob, changes?: Partial<ScanOptions>) => Promise<ScanProgress>;
  evidence: () => Promise<LoggedEvidence[]>;
  /** A new worker over the same device. */
  restarted: () => Promise<Fixture>;
}

export async function fixture(
  mails: ScriptedMail[] = [],
  factory = new IDBFactory(),
  gmail?: ScriptedGmail,
): Promise<Fixture> {
  const clock = new FakeClock();
  const server = gmail ?? new ScriptedGmail(clock, mails);
  const store = await openStore(factory);
  const mailbox = mailboxOver({ fetch: server.fetch, clock });
  const events: ScanProgress[] = [];
  const told: (readonly LoggedEvidence[])[] = [];
  const run = (from: Mailbox, changes: Partial<ScanOptions>): Promise<ScanProgress> => {
    events.length = 0;
    return runScan({
      mailbox: from,
      source: from.kind === 'file' ? 'file' : 'account',
      fileName: from.kind === 'file' ? 'all.mbox' : null,
      thorough: false,
      store,
      catalog: CATALOG,
      lookup: () => Promise.resolve([]),
      signal: new AbortController().signal,
      onProgress: (progress) => events.push(progress),
      onFacts: (evidence) => told.push(evidence),
      clock,
      random: () => 0,
      locks: undefined,
      ...changes,
    });
  };
  return {
    clock,
    gmail: server,
    store,
    events,
    told,
    scan: (changes = {}) => run(mailbox, changes),
    scanFile: (content, changes = {}) =>
      run(createMboxMailbox(content instanceof Blob ? content : new Blob([content])), changes),
    evidence: async () => (await store.get('evidence')) ?? [],
    restarted: () => fixture([], factory, server),
  };
}

/** A scanned mailbox with one ticket, and 12 more that arrived since: three pages of history. */
export async function withPagesOfNewMail(): Promise<Fixture> {
  const scanned = await fixture(mailboxOf(5, 1));
  await scanned.scan();
  scanned.gmail.deliver(...Array.from({ length: 12 }, (_, index) => ticket(`new${index}`)));
  scanned.gmail.pageSize = 5;
  return scanned;
}

/** Ids of the evidence, each once, sorted. */
export function evidenceIds(evidence: readonly LoggedEvidence[]): string[] {
  return [...new Set(evidence.map(({ messageId }) => messageId))].toSorted();
}

/** The catalog with a change that affects no mail. */
export function changedCatalog(): Catalog {
  return { ...CATALOG, organiser: { ...CATALOG.organiser, name: 'Another' } };
}
