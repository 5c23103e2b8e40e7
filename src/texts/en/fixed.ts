import { defineTexts } from '../../language/language.ts';

/** Names that people, instructions and tests rely on. They are translated, but never reworded. */
export const fixedTexts = defineTexts('fixed', {
  signInWithGoogle: 'Sign in with Google',
  tryDemo: 'Try the demo mailbox',
  importFile: 'Import a mailbox file',
  scanMailbox: 'Scan my mailbox',
  cancel: 'Cancel',
  resume: 'Resume',
  compare: 'Compare privately',
  disclose: 'Disclose selected',
  disconnect: 'Disconnect',
  verifiedTravelEvents: 'Verified travel events',
  selfAttestedEvents: 'Self-attested events',
  travelInterests: 'Travel interests',
});
