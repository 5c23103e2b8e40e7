/** The third step of the pipeline (DESIGN 1): a mail becomes evidence. */
export { addressesOf } from './address-list.ts';
export { type Classifier, type MailText, createClassifier } from './attest.ts';
export { type ClassifiedMail, type ClassifyInput, classifyMail, EVIDENCE_RULES } from './classify.ts';
export { type DkimLookup, MAX_SIGNATURES, verifyDkim } from './dkim.ts';
export { ownWords, ownWordsSteps } from './own-words.ts';
export { type KnownKey, keysAt } from './key-validity.ts';
export { foldAddress } from './fold-address.ts';
export { decodedText } from './header-text.ts';
export { htmlToText } from './html-text.ts';
export { type ParsedMail, parseMail } from './mime.ts';
export { parseDate } from './receipt-date.ts';
export { MAX_TEXT_BYTES } from './text-limit.ts';
