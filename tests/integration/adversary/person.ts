/** A person with a device: the unchanged worker core, with everything that it does recorded. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { CATALOG, signerDomains } from '../../../catalog/index.ts';
import { initPsi } from '../../../psi-wasm/index.ts';
import type { Choices, Notice, Session, WorkerEvent } from '../../../worker/contract.ts';
import { createCore } from '../../../worker/core/core.ts';
import type { Core } from '../../../worker/core/core.ts';
import { value } from '../../support/core/outcome.ts';
import { mbox, registration } from '../../support/mail/mbox-text.ts';
import { demoIdTokens, idTokenFor } from '../../support/server/sign-in.ts';
import { turnsUntil } from '../../support/turns.ts';
import { contents, watchedDatabase, watchedPsi } from './watches.ts';
import type { PsiRecord } from './watches.ts';
import type { WatchedServer } from './watched-server.ts';

export interface Person {
  core: Core;
  address: string;
  /** What the core does, in order: requests and answers, PSI steps, waits, deadlines, transactions, events. */
  steps: string[];
  psi: PsiRecord;
  notices: Notice[];
  session: () => Session;
  /** Everything that the device stores, by store and key. */
  stored: () => Promise<Record<string, unknown>>;
  close: () => Promise<void>;
}

export interface Holdings extends Choices {
  /** Subjects of mails that attest Devcon. */
  subjects: string[];
}

/** The platform's own function, which the watch below wraps. */
const deadline = AbortSignal.timeout.bind(AbortSignal);

/** Signs in with this person's own address, scans a file, and chooses. */
export async function openPerson(
  watched: WatchedServer,
  address: string,
  { subjects, ...choices }: Holdings,
): Promise<Person> {
  const database = new IDBFactory();
  const steps: string[] = [];
  const psi: PsiRecord = { secrets: [], used: [], matched: [] };
  const notices: Notice[] = [];
  let session: Session | null = null;
  const deadlines = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    steps.push(`deadline ${ms}`);
    return deadline(ms);
  });

  const core = createCore({
    origin: watched.origin,
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input, watched.origin);
      steps.push(`send ${init?.method ?? 'GET'} ${url.pathname}`);
      try {
        return await fetch(input, init);
      } finally {
        steps.push('answer');
      }
    },
    loadPsi: async () => watchedPsi(await initPsi(), psi, steps),
    indexedDB: watchedDatabase(database, steps),
    clock: {
      now: () => Date.now(),
      sleep: async (ms) => {
        steps.push(`sleep ${ms}`);
      },
    },
    onUnexpected: (cause) => {
      throw cause;
    },
  });
  await core.subscribe((event: WorkerEvent) => {
    steps.push(`event ${event.type}`);
    if (event.type === 'session') session = event.session;
    if (event.type === 'notice') notices.push(event.notice);
  });

  await value(core.open(null));
  const signed = await idTokenFor(address, demoIdTokens());
  await value(core.signIn({ provider: 'google', ...signed }));
  const mails = subjects.map((subject) => registration(subject, address));
  const file = new Blob([mbox(mails, { eol: '\r\n' })]);
  await value(core.scan({ source: { kind: 'file', file, name: 'mail.mbox' }, thorough: false }));
  await value(core.choose(choices));
  await signatureKeysAsked(steps);
  steps.length = 0;
  return {
    core,
    address,
    steps,
    psi,
    notices,
    session() {
      if (session === null) throw new Error('nobody is signed in');
      return session;
    },
    stored: () => contents(database),
    async close() {
      await core.close();
      deadlines.mockRestore();
    },
  };
}

/**
 * Waits for the scan's look-ups of signature keys. They run beside its reading and would otherwise appear among the
 * compared steps.
 */
async function signatureKeysAsked(steps: readonly string[]): Promise<void> {
  const domains = signerDomains(CATALOG).length;
  const answered = (): boolean => {
    const sent = steps.filter((step) => step === 'send GET /api/dkim/keys').length;
    const open = steps.filter((step) => step.startsWith('send ')).length;
    return sent === domains && open === steps.filter((step) => step === 'answer').length;
  };
  await turnsUntil(answered);
}
