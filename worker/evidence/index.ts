/** The third step of the pipeline (DESIGN 1): a mail becomes evidence. */
export { type Classifier, type MailText, createClassifier } from './attest.ts';
export { type ClassifiedMail, type ClassifyInput, classifyMail, EVIDENCE_RULES } from './classify.ts';
export { ownWords, ownWordsSteps } from './own-words.ts';
