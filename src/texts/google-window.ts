/** What *Allow reading* says after Google's window gave no token. */

/** Why the window gave no token: refused in it, closed, never opened, or something else. */
export type WindowEnd = 'declined' | 'closed' | 'blocked' | 'failed';

const SAFE = 'Nothing was read, and what is on this device is unchanged.';
const AGAIN = 'Press Allow reading to try again.';

/** What happened, what is safe, and what to do next. */
export const WINDOW_ENDS: Readonly<Record<WindowEnd, string>> = {
  declined: `You did not allow it. ${SAFE} ${AGAIN}`,
  closed: `Google’s window was closed before it was done. ${SAFE} ${AGAIN}`,
  blocked: `The browser blocked Google’s window. ${SAFE} Allow pop-up windows for this site, then press Allow reading again.`,
  failed: `Google did not answer as expected. ${SAFE} ${AGAIN}`,
};
