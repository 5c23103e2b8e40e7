import { count, params } from '../../language/forms.ts';
import { defineTexts } from '../../language/language.ts';

/** What the server holds about the person. */
export const serverTexts = defineTexts('server', {
  title: 'At the server',
  noMail: 'No mail, and no stamp that you have not shown.',
  download: 'Download what the server holds about me',
  theDownload: 'The download',
  nobody: 'Nobody is signed in on this device, so it has no account to ask for.',
  account: params('your account: the address {address}, who signed you in, and when it was made'),
  keys: 'the public keys of your next comparison',
  comparisons:
    'your last comparisons, for as long as stamps can be shown from them and an hour more: which list of events each was about',
  shownTo: count({ one: '{count} stamp shown to {name}', other: '{count} stamps shown to {name}' }),
  shown: 'the stamps that you have shown',
  thatYouSignedInWith: 'that you signed in with',
  noUndo: 'This cannot be undone.',
  noUndoSomebody: 'This cannot be undone. What somebody has read by now stays read.',
  noUndoOf: count({
    one: 'This cannot be undone. What {names} has read by now stays read.',
    other: 'This cannot be undone. What {names} have read by now stays read.',
  }),
  proofNone:
    'In the file, “proof: none” means your word: whoever you showed the stamp to holds no proof of it.',
});

/** How the parts of the downloaded record are to be read. */
export const recordTexts = defineTexts('record', {
  account: 'Your account; issuer and subject are who signed you in, and your number there.',
  keys: 'The public keys of your next comparison.',
  comparisons:
    'Your last comparisons: the list of events that each was about, by its hash, and until when stamps can be shown from it; an hour after that it is removed.',
  disclosures: 'The stamps that you have shown, and to whom.',
  'proof: none':
    'Your word: whoever you showed the stamp to holds no proof of it, whichever list it stands in. Signatures of mails are checked by the app on your device only.',
});
