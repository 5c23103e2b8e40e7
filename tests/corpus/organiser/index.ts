/** What organisers send with programs of their own and with newsletter tools. */
import type { Sample } from '../sample.ts';
import { AFTERWARDS } from './afterwards.ts';
import { BEFORE } from './before.ts';
import { LOOK_ALIKES } from './look-alikes.ts';
import { OFFERS_TRANSLATED } from './offers-translated.ts';
import { OFFERS } from './offers.ts';
import { ORDERS_EAST } from './orders-east.ts';
import { ORDERS_TRANSLATED } from './orders-translated.ts';

export const ORGANISER: readonly Sample[] = [
  ...AFTERWARDS,
  ...BEFORE,
  ...OFFERS,
  ...OFFERS_TRANSLATED,
  ...ORDERS_TRANSLATED,
  ...ORDERS_EAST,
  ...LOOK_ALIKES,
];
