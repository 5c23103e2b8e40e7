import { deliver } from '../mailbox/compose.ts';
import { SIZED_TRAVEL } from '../mailbox/demo-case.ts';
import type { Draft, MailboxMail } from '../mailbox/draft.ts';
import { copyOf, describeMails } from '../mailbox/entry.ts';
import type { MailEntry } from '../mailbox/entry.ts';
import type { Keyring } from '../mailbox/keyring.ts';
import { ordinaryDrafts } from '../mailbox/ordinary/kinds.ts';
import { genuine } from '../mailbox/special/genuine.ts';
import { handOvers } from '../mailbox/special/hand-overs.ts';
import { languages } from '../mailbox/special/languages.ts';
import { unverifiable } from '../mailbox/special/unverifiable.ts';

/** Ordinary mails that are actually composed; the others are copies. */
const WRITTEN = 1_000;
/** Hand-overs that consist of quotations only. */
const ONLY_QUOTING = 3;
/** Ordinary mail arrives evenly between these times. */
const FIRST = Date.UTC(2022, 0, 3, 7);
const LAST = Date.UTC(2025, 11, 20, 21);

/**
 * A mailbox of any size for measurements: 40 of the demo's travel mails among ordinary mail, of which every thirtieth
 * names an event (a gazette). Copies share their bytes and search words, so 100,000 mails take little more time and
 * memory than 1,000. The same seed and size give the same mailbox.
 *
 * @param mails in total; at least {@link SIZED_TRAVEL}
 * @returns oldest first
 */
export async function sizedMailbox(seed: string, mails: number, keyring: Keyring): Promise<MailEntry[]> {
  const ordinary = mails - SIZED_TRAVEL;
  const written = await delivered(ordinaryDrafts(seed, Math.min(ordinary, WRITTEN)), seed, keyring);
  const templates = await describeMails(written);
  const travel = await describeMails(await delivered(travelDrafts(), seed, keyring));
  const step = (LAST - FIRST) / Math.max(1, ordinary);
  const received = Array.from({ length: ordinary }, (_, index) => ({
    mail: templates[index % templates.length],
    at: FIRST + Math.floor(index * step),
  }));
  const all = [...received, ...travel.map((mail) => ({ mail, at: mail.receivedAt }))];
  return all
    .toSorted((a, b) => a.at - b.at)
    .flatMap(({ mail, at }, sequence) => (mail === undefined ? [] : [copyOf(mail, at, sequence)]));
}

function travelDrafts(): Draft[] {
  // The first of these only quote or forward, and attest nothing.
  const attesting = handOvers().slice(ONLY_QUOTING);
  return [...genuine(), ...unverifiable(), ...languages(), ...attesting].slice(0, SIZED_TRAVEL);
}

async function delivered(drafts: readonly Draft[], seed: string, keyring: Keyring): Promise<MailboxMail[]> {
  const mails: MailboxMail[] = [];
  for (const [index, draft] of drafts.entries()) {
    mails.push(await deliver(draft, `${seed}/sized/${draft.caseName ?? index}`, keyring));
  }
  return mails;
}
