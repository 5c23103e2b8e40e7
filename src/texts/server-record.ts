/** What the server holds about the person, in words: all that `GET /api/users/me` answers, and nothing else. */
import type { ShownStamp } from '../../worker/contract.ts';
import { countOf, listOf } from './amounts.ts';

/** `2 stamps shown to Waystamp`; what is not known is not counted. @param stamps null when that is not known */
function shownWords(stamps: readonly ShownStamp[] | null): string[] {
  if (stamps === null) return ['the stamps that you have shown'];
  const holders = Map.groupBy(stamps, ({ organiser }) => organiser.name);
  return [...holders].map(([name, held]) => `${countOf(held.length, 'stamp')} shown to ${name}`);
}

/** What the server holds, part by part. @param stamps what is shown; null when that is not known */
export function atTheServer(address: string, stamps: readonly ShownStamp[] | null): string[] {
  return [
    `your account: the address ${address}, who signed you in, and when it was made`,
    'the public keys of your next comparison',
    'your last comparisons, for as long as stamps can be shown from them and an hour more: which list of events each was about',
    ...shownWords(stamps),
  ];
}

/** What a deletion cannot bring back, and what it cannot take back. */
export function deletionWarning(stamps: readonly ShownStamp[] | null): string {
  const names = [...new Set((stamps ?? []).map(({ organiser }) => organiser.name))];
  const seen = stamps?.length === 0 ? '' : ` What ${seenBy(names)} read by now stays read.`;
  return `This cannot be undone.${seen}`;
}

function seenBy(names: readonly string[]): string {
  return names.length === 0 ? 'somebody has' : `${listOf(names)} ${names.length === 1 ? 'has' : 'have'}`;
}

/** How the parts of the person's export are to be read; it is saved with them. */
export const RECORD_EXPLAINED: Readonly<Record<string, string>> = {
  account: 'Your account; issuer and subject are who signed you in, and your number there.',
  keys: 'The public keys of your next comparison.',
  comparisons:
    'Your last comparisons: the list of events that each was about, by its hash, and until when stamps can be shown from it; an hour after that it is removed.',
  disclosures: 'The stamps that you have shown, and to whom.',
  'proof: none':
    'Your word: whoever you showed the stamp to holds no proof of it, whichever list it stands in. Signatures of mails are checked by the app on your device only.',
};

/** Beside the button that saves it. */
export const PROOF_NONE =
  'In the file, “proof: none” means your word: whoever you showed the stamp to holds no proof of it.';
