/** The step of the pipeline in which a mail becomes evidence. */
export { type Classifier, type MailText, createClassifier } from './attest.ts';
export {
  EVIDENCE_RULES,
  type MailEvidence,
  mailToEvidence,
  type Reading,
  type SentMail,
} from './mail-to-evidence.ts';
export { ownWords, ownWordsSteps } from './own-words.ts';
