import { params } from '../../language/forms.ts';
import { defineTexts } from '../../language/language.ts';

export const shownTexts = defineTexts('shown', {
  byRecord: 'By the server’s own record. Each stamp is shown with your address.',
  byRecordOf: 'By the server’s own record. Each stamp is shown with your address, {address}.',
  asking: 'The server is being asked.',
  lastKnown: 'This is the last known state',
  neverAsked: 'The server could not be asked yet what is shown. It stays as it is there.',
  saidOn: params(
    'The server said so on {moment}. It may have changed since. Withdrawing needs a connection and a sign-in.',
  ),
  nothing: 'Nothing is shown to anybody.',
  asSince: 'As {tier}, since {day}',
  asBefore: params('As {tier}, from before days were recorded'),
  withdraw: 'Withdraw',
  withdrawThis: params('Withdraw {name}'),
  withdrawAsk: params('Withdraw {name}?'),
  withdrawMeans: params(
    'The server removes it from what {organiser} holds. What somebody has read by now stays read. {again}',
  ),
});

/** What it takes to show a stamp again. */
export const showAgainTexts = defineTexts('show-again', {
  notHeld:
    'This device does not hold the stamp now. To show it again, find or tick it here first, then compare.',
  open: params(
    'The stamp stays on this device. Until {minutes} after the comparison you can show it again from the result; after that, compare again first.',
  ),
  over: 'The stamp stays on this device. To show it again, compare again first: the last comparison is no longer open.',
});
