/** The samples of pretix shops that are not held out. */
import type { Sample } from '../sample.ts';
import { PRETIX_AFTER_EVENT } from './after-event.ts';
import { PRETIX_AR_HE } from './ar-he.ts';
import { PRETIX_DE } from './de.ts';
import { PRETIX_EN_AFTERWARDS } from './en-afterwards.ts';
import { PRETIX_EN_ORDERS } from './en-orders.ts';
import { PRETIX_ES } from './es.ts';
import { PRETIX_FR } from './fr.ts';
import { PRETIX_ASIA } from './ja-zh-ko-th.ts';
import { PRETIX_MORE_EAST } from './more-east.ts';
import { PRETIX_NL_TR_RU } from './nl-tr-ru.ts';
import { PRETIX_PT_IT } from './pt-it.ts';
import { PRETIX_RESIDENCY } from './residency.ts';
import { PRETIX_VOUCHERS } from './vouchers.ts';

export const PRETIX: readonly Sample[] = [
  ...PRETIX_EN_ORDERS,
  ...PRETIX_EN_AFTERWARDS,
  ...PRETIX_DE,
  ...PRETIX_FR,
  ...PRETIX_ES,
  ...PRETIX_PT_IT,
  ...PRETIX_NL_TR_RU,
  ...PRETIX_ASIA,
  ...PRETIX_AR_HE,
  ...PRETIX_MORE_EAST,
  ...PRETIX_VOUCHERS,
  ...PRETIX_RESIDENCY,
  ...PRETIX_AFTER_EVENT,
];
