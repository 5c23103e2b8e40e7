/** The texts about whose mail a file's mail is, and about tickets that went to another address. */
import { textsOf } from '../language/language.ts';
import { whoseMailTexts } from './en/stamps.ts';

/** Beside the way to a file. @param address of the account that is signed in; null when nobody is */
export function fileCounts(address: string | null): string {
  const { file, fileOfNobody } = textsOf(whoseMailTexts);
  return address === null ? fileOfNobody : file({ address });
}

/** What to do about tickets to another address. */
export function otherAddress(address: string | null): string {
  const texts = textsOf(whoseMailTexts);
  return address === null ? texts.severalAddresses : texts.otherAddress;
}
