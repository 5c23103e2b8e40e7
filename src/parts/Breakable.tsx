import { Fragment } from 'react';

/** After `@` and `/`, and before the dots and the port of a host. */
const PLACES = /(?<=[@/])|(?=\.[a-z](?![\w.+-]*@))|(?=:\d)/;

/** Words that may hold an address, which goes on in the next line between its parts rather than in mid-word. */
export function Breakable({ children }: { children: string }) {
  return children.split(PLACES).map((part, at) => (
    // The parts have no other name than their number.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
