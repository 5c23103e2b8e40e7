/** Mail that reaches the person and is about, or was addressed to, somebody else. */
import { type Draft, framed } from '../draft.ts';
import type { Sample } from '../sample.ts';

/** A forward as mail programs make it: the sender's own line, then the other mail with its header. */
export function forward({ original, ...draft }: Draft & { original: readonly string[] }): Sample {
  return framed('person', { shape: 'text', ...draft, body: [...draft.body, ...original] });
}
