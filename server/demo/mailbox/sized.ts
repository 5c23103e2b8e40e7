import { deliver } from './compose.ts';
import { SIZED_TRAVEL } from './demo-case.ts';
import type { Draft, MailboxMail } from './draft.ts';
import { copyOf, describeMails } from './entry.ts';
import type { MailEntry } from './entry.ts';
import type { Keyring } from './keyring.ts';
import { ordinaryDrafts } from './ordinary/kinds.ts';
import { genuine } from './special/genuine.ts';
import { handOvers } from './special/hand-overs.ts';
import { languages } from './special/languages.ts';
import { unverifiable } from './special/unverifiable.ts';

/** Ordinary mails that are really written; the others are copies of them. */
const WRITTEN = 1_000;
/** Hand-overs whose every word is somebody else's. */
const ONLY_QUOTING = 3;
/** Between these times ordinary mail arrives, evenly. */
const FIRST = Date.UTC(2022, 0, 3, 7);
const LAST = Date.UTC(2025, 11, 20, 21);

/**
 * A mailbox of any size, to measure with: 40 travel mails of the demo among ordinary mail, of which every
 * thirtieth names an event (a gazette). Copies share their bytes and their search words, so 100,000 mails take
 * little more time and memory than 1,000. The same seed and size give the same mailbox.
 *
 * @param mails in all; at least {@link SIZED_TRAVEL}
 * @returns oldest first
 */
export async function sizedMailbox(seed: string, mails: number, keyring: Keyring): Promise<MailEntry[]> {
  const ordinary = mails - SIZED_TRAVEL;
  const written = await delivered(ordinaryDrafts(seed, Math.min(ordinary, WRITTEN)), seed, keyring);
  const templates = describeMails(written);
  const travel = describeMails(await delivered(travelDrafts(), seed, keyring));
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
  // What is only forwarded or quoted attests nothing; it stands first among these.
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
