/** What Luma sends. */
import type { Sample } from '../sample.ts';
import { LUMA_EN_HOSTS } from './en-hosts.ts';
import { LUMA_EN } from './en.ts';
import { LUMA_TRANSLATED } from './translated.ts';

export const LUMA: readonly Sample[] = [...LUMA_EN, ...LUMA_EN_HOSTS, ...LUMA_TRANSLATED];
