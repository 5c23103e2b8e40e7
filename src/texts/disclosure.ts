/** The texts about what an organiser sees: exactly what is sent and kept, and no more. */
import type { FactList } from '../../catalog/facts.ts';
import { textsOf } from '../language/language.ts';
import { disclosureTexts } from './en/result.ts';

/** A stamp as a sentence names it. */
export interface NamedStamp {
  name: string;
  /** Null for a stamp that this version does not know. */
  list: FactList | null;
}

/** How far an organiser may rely on a stamp: `verified` or `your word`. */
export function tierWords(list: FactList | null): string {
  const { verified, yourWord } = textsOf(disclosureTexts);
  return list === 'verifiedTravelEvents' ? verified : yourWord;
}

/** `Devcon 7 SEA, verified` */
export function stampWords({ name, list }: NamedStamp): string {
  return textsOf(disclosureTexts).stamp({ name, tier: tierWords(list) });
}

export interface Seen {
  selected: readonly NamedStamp[];
  shown: readonly NamedStamp[];
  /** False while the server has not told all that is shown. */
  whole: boolean;
}

/** The sentence beside the button: to whom, the address, and each stamp with its tier. */
export function willSee(organiser: string, address: string, { selected, shown, whole }: Seen): string {
  const texts = textsOf(disclosureTexts);
  if (selected.length === 0 && shown.length === 0) return texts.nothing;
  const seen = shown.map(stampWords);
  if (selected.length === 0) {
    const what = [address, ...seen].join(' · ');
    return whole ? texts.seesAll({ organiser, what }) : texts.sees({ organiser, what });
  }
  const what = [address, ...selected.map(stampWords)].join(' · ');
  return shown.length === 0
    ? texts.willSee({ organiser, what })
    : texts.willSeeToo({ organiser, what, shown: seen.join(' · ') });
}
