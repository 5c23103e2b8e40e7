import { deliver } from '../mailbox/compose.ts';
import type { DemoCase } from '../mailbox/demo-case.ts';
import type { Draft, MailboxMail } from '../mailbox/draft.ts';
import { createKeyring } from '../mailbox/keyring.ts';
import type { Keyring } from '../mailbox/keyring.ts';
import { ordinaryDrafts } from '../mailbox/ordinary/kinds.ts';
import { specialDrafts } from '../mailbox/special/all.ts';

/** Number of ordinary mails; a little over 2,200 with the special ones. */
const ORDINARY_COUNT = 2_140;
const NO_TRAVEL_COUNT = 240;

/**
 * Makes the demo mailbox, oldest mail first. The same seed and case give the same bytes on every machine. Takes a
 * second or two of computing, so call it off the event loop (`load.ts`).
 *
 * @param keyring of the same seed, if one exists; making the keys is a third of the work
 */
export async function generateMailbox(
  seed: string,
  demoCase: DemoCase,
  keyring: Keyring = createKeyring(),
): Promise<MailboxMail[]> {
  const mails: MailboxMail[] = [];
  for (const [index, draft] of draftsOf(seed, demoCase).entries()) {
    mails.push(await deliver(draft, `${seed}/${draft.caseName ?? index}`, keyring));
  }
  return mails;
}

function draftsOf(seed: string, demoCase: DemoCase): Draft[] {
  if (demoCase === 'empty') return [];
  if (demoCase === 'no-travel') return ordinaryDrafts(seed, NO_TRAVEL_COUNT, false);
  return [...ordinaryDrafts(seed, ORDINARY_COUNT), ...specialDrafts()].toSorted(
    (a, b) => a.receivedAt - b.receivedAt,
  );
}
