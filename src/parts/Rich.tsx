import { Fragment, type ReactNode } from 'react';
import { cutAtGaps, type Gaps } from '../language/forms.ts';

export interface RichProps<Text extends string> {
  /** One sentence with gaps: `'Questions: {address}'`. */
  text: Text;
  /** What goes into each gap. */
  parts: Readonly<Record<Gaps<Text>, ReactNode>>;
}

/** A sentence with a link or an emphasis in it, which stays one text for translators. */
export function Rich<Text extends string>({ text, parts }: RichProps<Text>) {
  const drawn: Readonly<Partial<Record<string, ReactNode>>> = parts;
  return cutAtGaps(text).map((piece, at) => (
    // The pieces have no other name than their number; every second one is the name of a gap.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>{at % 2 === 0 ? piece : drawn[piece]}</Fragment>
  ));
}
