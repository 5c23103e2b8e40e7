/** The samples of programme desks with pretalx that are not held out. */
import type { Sample } from '../sample.ts';
import { PRETALX_CREW } from './crew.ts';
import { PRETALX_EN } from './en.ts';
import { PRETALX_EUROPE } from './europe.ts';
import { PRETALX_WORLD } from './world.ts';

export const PRETALX: readonly Sample[] = [
  ...PRETALX_EN,
  ...PRETALX_EUROPE,
  ...PRETALX_WORLD,
  ...PRETALX_CREW,
];
