import { defineTexts } from '../../language/language.ts';

export const disconnectTexts = defineTexts('disconnect', {
  title: 'Disconnect this device?',
  means:
    'This signs you out and empties this device: stamps, choices, results, private keys and the privacy ledger.',
  offline:
    'You are offline, so the server and the mailbox are not told: the sign-in ends by itself within 12 hours, the permission to read your mail within one.',
  stays: 'What stays at the server until you delete it:',
  deleteToo: 'Delete my account, too',
  deleting: 'Deleting the account',
});

export const deleteTexts = defineTexts('delete-account', {
  title: 'Delete your account?',
  emptyDevice: 'Empty this device',
  keep: 'Keep my account',
  delete: 'Delete my account',
  deletes: 'This deletes at the server:',
  alsoHere: 'It also signs you out and empties this device, as Disconnect does. {warning}',
  notEmpty: 'This device is not empty yet',
  notEmptyMore: 'Your account was deleted at the server. What was found is still on this device.',
  notDeleted: 'Your account was not deleted',
  notDeletedMore: 'Nothing on this device is lost, and you are still signed in or can sign in again.',
});

export const eraseTexts = defineTexts('erase', {
  open: 'Erase everything from this device',
  title: 'Erase everything?',
  confirm: 'Erase everything',
  means:
    'This erases from this device: the stamps and the headers of mail behind them, your choices, results and the privacy ledger. It cannot be undone. Your mailbox, or the file, is not touched.',
  nobody:
    'Nobody is signed in here. An account that you have made before stays at the server, with what you have shown; to delete it, sign in and press Disconnect.',
});
