/** What the server holds about the person, in words: all that `GET /api/users/me` answers, and nothing else. */
import type { ShownStamp } from '../../worker/contract.ts';
import { textsOf } from '../language/language.ts';
import { listOf } from './amounts.ts';
import { recordTexts, serverTexts } from './en/server-record.ts';

/** `2 stamps shown to Waystamp`; what is not known is not counted. @param stamps null when that is not known */
function shownWords(stamps: readonly ShownStamp[] | null): string[] {
  const texts = textsOf(serverTexts);
  if (stamps === null) return [texts.shown];
  const holders = Map.groupBy(stamps, ({ organiser }) => organiser.name);
  return [...holders].map(([name, held]) => texts.shownTo(held.length, { name }));
}

/** What the server holds, part by part. @param stamps what is shown; null when that is not known */
export function atTheServer(address: string, stamps: readonly ShownStamp[] | null): string[] {
  const { account, keys, comparisons } = textsOf(serverTexts);
  return [account({ address }), keys, comparisons, ...shownWords(stamps)];
}

/** What a deletion cannot bring back, and what it cannot take back. */
export function deletionWarning(stamps: readonly ShownStamp[] | null): string {
  const { noUndo, noUndoSomebody, noUndoOf } = textsOf(serverTexts);
  if (stamps === null) return noUndoSomebody;
  const names = [...new Set(stamps.map(({ organiser }) => organiser.name))];
  return names.length === 0 ? noUndo : noUndoOf(names.length, { names: listOf(names) });
}

/** How the parts of the person's export are to be read; it is saved with them. */
export function recordExplained(): Readonly<Record<string, string>> {
  return textsOf(recordTexts);
}
