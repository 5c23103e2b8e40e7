/** What an organiser sees, in words: exactly what is sent and kept, and no more (LOOK "Screens"). */
import type { FactList } from '../../catalog/facts.ts';

/** A stamp as a sentence names it. */
export interface NamedStamp {
  name: string;
  /** Null for a stamp that this version does not know. */
  list: FactList | null;
}

/** How far an organiser may rely on a stamp. */
export function tierWords(list: FactList | null): 'verified' | 'your word' {
  return list === 'verifiedTravelEvents' ? 'verified' : 'your word';
}

/** `Devcon 7 SEA, verified` */
export function stampWords({ name, list }: NamedStamp): string {
  return `${name}, ${tierWords(list)}`;
}

export interface Seen {
  selected: readonly NamedStamp[];
  shown: readonly NamedStamp[];
  /** False while the server has not told all that is shown. */
  whole: boolean;
}

/** The sentence beside the button: to whom, the address, and each stamp with its tier. */
export function willSee(organiser: string, address: string, { selected, shown, whole }: Seen): string {
  if (selected.length === 0 && shown.length === 0) return 'Nothing is selected, so nothing is sent.';
  const seen = shown.map(stampWords);
  if (selected.length === 0) {
    return `${organiser} sees: ${[address, ...seen].join(' · ')}.${whole ? ' Nothing else.' : ''}`;
  }
  const already = shown.length === 0 ? '' : ` Already shown: ${seen.join(' · ')}.`;
  const next = [address, ...selected.map(stampWords)].join(' · ');
  return `${organiser} will see: ${next}.${already} You can withdraw it later.`;
}
