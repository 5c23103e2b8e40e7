/** What people write by hand. */
import type { Sample } from '../sample.ts';
import { ANSWERS } from './answers.ts';
import { SPEAKERS } from './speakers.ts';
import { PEOPLE_TRANSLATED } from './translated.ts';
import { VOLUNTEERS } from './volunteers.ts';

export const PEOPLE: readonly Sample[] = [...SPEAKERS, ...VOLUNTEERS, ...ANSWERS, ...PEOPLE_TRANSLATED];
