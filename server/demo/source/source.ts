import { z } from 'zod';
import type { DkimKey } from '../../dkim/contract.ts';
import { DEMO_CASES, SIZED_TRAVEL } from '../mailbox/demo-case.ts';
import { OWNER } from '../mailbox/draft.ts';
import { describeMails } from '../mailbox/entry.ts';
import type { MailEntry } from '../mailbox/entry.ts';
import { createKeyring, publishedDomains } from '../mailbox/keyring.ts';
import type { Keyring } from '../mailbox/keyring.ts';

/** The source of the demo's mail: generated (in any size), or read from an mbox. */
const mailSourceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('generated'),
    demoCase: z.enum(DEMO_CASES),
  }),
  z.object({
    kind: z.literal('sized'),
    mails: z.number().int().min(SIZED_TRAVEL),
  }),
  z.object({
    kind: z.literal('mbox'),
    path: z.string().min(1),
    /** The mailbox's owner; null for the first Delivered-To. */
    owner: z.string().nullable(),
  }),
]);
export type MailSource = z.infer<typeof mailSourceSchema>;

/** The thread's input. */
export const loadOrderSchema = z.object({ source: mailSourceSchema, seed: z.string() });
export type LoadOrder = z.infer<typeof loadOrderSchema>;

/** Everything that the demo serves, ready to be listed and searched. */
export interface LoadedMailbox {
  owner: string;
  /** Oldest first. */
  entries: MailEntry[];
  /** The demo's own DKIM keys by domain. */
  dkimKeys: ReadonlyMap<string, DkimKey[]>;
}

/**
 * Makes or reads the mailbox. Takes seconds of computing, so the server runs it in a thread (`load.ts`).
 *
 * The demo's keys are included in either case, so that the demo mailbox also verifies when read back from its own file.
 *
 * @param seed of the generated mailbox and the keys
 * @throws for an mbox that cannot be read or holds no mail
 */
export async function openSource(source: MailSource, seed: string): Promise<LoadedMailbox> {
  const keyring = createKeyring();
  const { owner, entries } = await read(source, seed, keyring);
  const dkimKeys = new Map(publishedDomains().map((domain) => [domain, keyring.published(domain)]));
  return { owner: owner ?? OWNER.address, entries, dkimKeys };
}

/** Loads the modules for this source, none for an empty mailbox. */
async function read(
  source: MailSource,
  seed: string,
  keyring: Keyring,
): Promise<{ owner: string | null; entries: MailEntry[] }> {
  switch (source.kind) {
    case 'generated': {
      if (source.demoCase === 'empty') return { owner: null, entries: [] };
      const { generateMailbox } = await import('./generate.ts');
      return {
        owner: null,
        entries: await describeMails(await generateMailbox(seed, source.demoCase, keyring)),
      };
    }
    case 'sized': {
      const { sizedMailbox } = await import('./sized.ts');
      return { owner: null, entries: await sizedMailbox(seed, source.mails, keyring) };
    }
    case 'mbox': {
      const { readMbox } = await import('./mbox-read.ts');
      const { owner, mails } = await readMbox(source.path);
      return { owner: source.owner ?? owner, entries: await describeMails(mails) };
    }
  }
}
