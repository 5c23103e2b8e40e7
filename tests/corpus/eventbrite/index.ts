/** What Eventbrite sends. */
import type { Sample } from '../sample.ts';
import { EVENTBRITE_EN_AROUND } from './en-around.ts';
import { EVENTBRITE_EN } from './en.ts';
import { EVENTBRITE_TRANSLATED } from './translated.ts';

export const EVENTBRITE: readonly Sample[] = [
  ...EVENTBRITE_EN,
  ...EVENTBRITE_EN_AROUND,
  ...EVENTBRITE_TRANSLATED,
];
