/** What Tito sends. */
import type { Sample } from '../sample.ts';
import { TITO_EN_MESSAGES } from './en-messages.ts';
import { TITO_EN } from './en.ts';
import { TITO_TRANSLATED } from './translated.ts';

export const TITO: readonly Sample[] = [...TITO_EN, ...TITO_EN_MESSAGES, ...TITO_TRANSLATED];
