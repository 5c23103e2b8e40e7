/** What Meetup sends. */
import type { Sample } from '../sample.ts';
import { MEETUP_EN } from './en.ts';
import { MEETUP_TRANSLATED } from './translated.ts';

export const MEETUP: readonly Sample[] = [...MEETUP_EN, ...MEETUP_TRANSLATED];
