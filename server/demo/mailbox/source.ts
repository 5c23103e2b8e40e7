import { z } from 'zod';
import { OWNER } from './draft.ts';
import { describeMails } from './entry.ts';
import type { MailEntry } from './entry.ts';
import { DEMO_CASES, generateMailbox } from './generate.ts';
import type { DkimKey } from './keyring.ts';
import { createKeyring, publishedDomains } from './keyring.ts';
import { readMbox } from './mbox-read.ts';

/** Where the demo's mail comes from: generated, or read from an mbox. */
export const mailSourceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('generated'),
    seed: z.string(),
    demoCase: z.enum(DEMO_CASES),
  }),
  z.object({
    kind: z.literal('mbox'),
    path: z.string().min(1),
    /** Whose mailbox it is; null takes the first Delivered-To. */
    owner: z.string().nullable(),
  }),
]);
export type MailSource = z.infer<typeof mailSourceSchema>;

/** Everything that the demo serves, ready to be listed and searched. */
export interface LoadedMailbox {
  owner: string;
  /** Oldest first. */
  entries: MailEntry[];
  /** The demo's own DKIM keys by domain; none for an mbox, which brings signatures of the world. */
  dkimKeys: ReadonlyMap<string, DkimKey[]>;
}

/** Makes or reads the mailbox. Seconds of computing: the server runs it in a thread (`load.ts`). */
export async function openSource(source: MailSource): Promise<LoadedMailbox> {
  if (source.kind === 'mbox') {
    const { owner, mails } = await readMbox(source.path);
    return {
      owner: source.owner ?? owner ?? OWNER.address,
      entries: describeMails(mails),
      dkimKeys: new Map(),
    };
  }
  const mails = await generateMailbox(source.seed, source.demoCase);
  const keyring = createKeyring(source.seed);
  return {
    owner: OWNER.address,
    entries: describeMails(mails),
    dkimKeys: new Map(publishedDomains().map((domain) => [domain, keyring.published(domain)])),
  };
}
