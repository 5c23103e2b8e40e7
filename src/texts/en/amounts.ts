import { count, params } from '../../language/forms.ts';
import { defineTexts } from '../../language/language.ts';

/** What is counted, each with its number. */
export const nounTexts = defineTexts('nouns', {
  day: count({ one: '{count} day', other: '{count} days' }),
  event: count({ one: '{count} event', other: '{count} events' }),
  interest: count({ one: '{count} interest', other: '{count} interests' }),
  mail: count({ one: '{count} mail', other: '{count} mails' }),
  minute: count({ one: '{count} minute', other: '{count} minutes' }),
  request: count({ one: '{count} request', other: '{count} requests' }),
});

export const sizeTexts = defineTexts('sizes', {
  bytes: params('{amount} bytes'),
  kB: params('{amount} kB'),
  MB: params('{amount} MB'),
  GB: params('{amount} GB'),
  TB: params('{amount} TB'),
});

export const durationTexts = defineTexts('durations', {
  few: 'a few seconds',
  seconds: count({ one: 'about {count} second', other: 'about {count} seconds' }),
  minutes: count({ one: 'about a minute', other: 'about {count} minutes' }),
  hours: count({ one: 'about an hour', other: 'about {count} hours' }),
});

export const listingTexts = defineTexts('listing', {
  comma: ', ',
  and: params('{first} and {last}'),
  or: params('{first} or {last}'),
});
