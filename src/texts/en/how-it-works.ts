import { params } from '../../language/forms.ts';
import { defineTexts } from '../../language/language.ts';

export const howItWorksTexts = defineTexts('how-it-works', {
  title: 'How it works',
  reads: 'Your device reads the mail',
  readsMore:
    'You allow read-only access, or import a mailbox file. Tickets and registrations are looked for here, on this device. No mail, and no part of one, is sent to anybody.',
  signatures: 'Signatures are checked',
  signaturesMore:
    'Mail servers sign what they send. Where a ticket carries a valid signature of the event’s host or of their ticket shop, its stamp gets a full ring. Anything else counts as your own word.',
  compared: 'Both lists are compared, privately',
  comparedMore: params(
    'Your stamps become a row of 100 yes-or-no marks, encrypted with keys that are used once. The server of {organiser} works on them without being able to read them, and only you can open the answer. This is called private set intersection (PSI).',
  ),
  choose: 'You choose what is shown',
  chooseMore:
    'You see first what is on both lists. Only the stamps that you switch on are shown, with your address, after you have confirmed the exact sentence. You can withdraw each of them later.',
  proves: 'What a shown fact proves',
  provesMore: params(
    'That your account asked about it and that {organiser} lists it too. The check of the mail’s signature happens on your device; {organiser} takes your app’s word for that part.',
  ),
  kept: 'What is kept, and where',
  keptMore:
    'Found facts and the headers of mail stay in this browser until you press Disconnect. The server keeps your address, your public keys and what you have shown, until you withdraw it or delete your account.',
});
