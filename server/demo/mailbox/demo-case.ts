/** Describes a mailbox without the code that makes it, which loads a mail composer and a DKIM signer. */

/** Which mailbox to make: the full one, one without any travel, or an empty one. */
export const DEMO_CASES = ['full', 'no-travel', 'empty'] as const;
export type DemoCase = (typeof DEMO_CASES)[number];

/** The demo's seed; another one gives another mailbox. */
export const DEMO_SEED = 'waystamp demo mailbox 1';

/** Mails of a sized mailbox that attest an event, whatever its size. */
export const SIZED_TRAVEL = 40;
