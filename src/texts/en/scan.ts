import { count, params } from '../../language/forms.ts';
import { defineTexts } from '../../language/language.ts';

export const scanTexts = defineTexts('scan', {
  title: 'Look for your events',
  titleAgain: 'Look again',
  titleCancelled: 'The scan was cancelled',
  cancelledKept: 'What was found until then is kept on this device.',
  readHere: 'Your mail is read on this device, and nothing of it is sent anywhere.',
  thorough: 'Thorough scan',
  thoroughMeans:
    'Reads the header of every mail outside spam and trash, not only of those that a search finds.',
  estimate: count({
    one: 'Your mailbox holds {count} mail, spam and trash included: it takes {time}.',
    other: 'Your mailbox holds {count} mails, spam and trash included: it takes {time}.',
  }),
  signInOver: 'Your sign-in has run out',
  signInOverMore: params(
    'Sign in again as {address} to go on. What was found is kept on this device; with another address it would be removed.',
  ),
  mayNotRead: 'Waystamp may not read your mail yet',
  mayNotReadMore: params(
    'You are signed in as {address}. One step is left: allow reading, or import a mailbox file.',
  ),
  signingIn: 'Signing in',
  readingMailbox: 'Reading the mailbox',
  sheet: params('A sheet of 100 places, {filled} of them filled'),
});

/** While mail is read, and after. */
export const progressTexts = defineTexts('progress', {
  readingFile: params('Reading {name}'),
  theFile: 'the file',
  searching: 'Looking through your mailbox',
  reading: 'Reading your mail',
  bar: 'Mail read',
  noStamp: 'No stamp yet',
  found: count({ one: '{count} stamp found', other: '{count} stamps found' }),
  left: params('{time} left'),
  announced: params('{percent} % read, {found}'),
  keepOpen: 'Keep Waystamp open until the file is read. What is found stays on this device.',
  mayClose: 'You can close Waystamp. When you come back, press Resume, and the scan goes on where it was.',
  mails: count({ one: 'mail', other: 'mails' }),
  ofBytes: params('{mails} in {done} of {total}'),
  mailsRead: 'mails read',
  ofAbout: count({ one: 'of about {count} mail read', other: 'of about {count} mails read' }),
  ofSearch: count({
    one: 'of {count} mail that a search found',
    other: 'of {count} mails that a search found',
  }),
  read: count({ one: '{count} mail read', other: '{count} mails read' }),
});

/** What a scan is doing, by the kind of its step. */
export const activityTexts = defineTexts('activities', {
  opening: 'Opening your mailbox',
  searching: params('Looking for tickets from {sender}'),
  narrowing: 'Setting newsletters aside',
  headers: 'Reading headers',
  mail: params('Reading the text of mail {number} of {of}'),
  file: params('Reading {name}'),
  theFile: 'the mailbox file',
  waiting: count({
    one: 'The mail server did not answer. Trying again in {count} second',
    other: 'The mail server did not answer. Trying again in {count} seconds',
  }),
});

export const pausedTexts = defineTexts('paused', {
  title: 'The scan is paused',
  canGoOn: 'It can go on where it was',
  kept: 'What was read is kept on this device.',
});

/** Mail that a scan could not read, or left out. */
export const notReadTexts = defineTexts('not-read', {
  title: count({ one: '{count} mail could not be read', other: '{count} mails could not be read' }),
  meaning:
    'The scan went on; nothing else is affected. Should your ticket be in one of them, you can still tick the event by hand.',
  limit: params('Only the newest {most} of {all} are listed.'),
  noList: 'The list cannot be shown just now. Close it and open it again.',
  list: 'Mails that could not be read',
  noSubject: 'Subject not known',
  again: 'Read again',
  againThis: params('Read again: {subject}'),
  leftOut: count({
    one: '{count} mail in spam or trash was left out',
    other: '{count} mails in spam or trash were left out',
  }),
  label: params('“{label}” on {mails}'),
  leftOutMeaning: params(
    'In this file they carry Gmail’s labels for spam and trash: {labels}. Is one of these a label of your own? Give it another name in Gmail and export the mail again; then it is read.',
  ),
});

/** Why a mail could not be read. */
export const unreadableTexts = defineTexts('unreadable', {
  'no-header': 'It has no header, so there is no sender or subject to go by.',
  'header-too-large': 'Its header is far larger than a real one, so it was not read on.',
  'broken-mime': 'It is damaged: its parts cannot be taken apart.',
  'read-in-part': 'It is very long, so only the beginning of its text was read.',
  'too-large': 'It is too large to be read on this device.',
  'stopped-worker':
    'Reading it has stopped the app twice, so it was skipped. You can have it read once more.',
  refused: 'The mailbox refused to hand it out, again and again. The next scan tries once more.',
  'no-answer': 'The mailbox answered with an error each time. The next scan tries once more.',
});
