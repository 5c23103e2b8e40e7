/** The three lists of facts: their headings, whose words are fixed, and what they mean. */
import type { FactList } from '../../catalog/facts.ts';
import { textsOf } from '../language/language.ts';
import { fixedTexts } from './en/fixed.ts';
import { listTexts } from './en/stamps.ts';

export function listTitle(list: FactList): string {
  return textsOf(fixedTexts)[list];
}

export function listMeaning(list: FactList): string {
  return textsOf(listTexts)[list];
}
