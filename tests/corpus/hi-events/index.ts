/** The samples of Hi.Events that are not held out. */
import type { Sample } from '../sample.ts';
import { HI_EVENTS_EN } from './en.ts';
import { HI_EVENTS_OTHERS } from './others.ts';

export const HI_EVENTS: readonly Sample[] = [...HI_EVENTS_EN, ...HI_EVENTS_OTHERS];
