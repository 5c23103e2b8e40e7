/** The samples of Indico that are not held out. */
import type { Sample } from '../sample.ts';
import { INDICO_EN } from './en.ts';
import { INDICO_OTHERS } from './others.ts';

export const INDICO: readonly Sample[] = [...INDICO_EN, ...INDICO_OTHERS];
