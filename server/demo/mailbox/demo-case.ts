/** What is said of a mailbox before it is made, without what makes it: that loads a mail composer and a DKIM signer. */

/** Which mailbox to make: the whole one, one in which nobody went anywhere, or an empty one. */
export const DEMO_CASES = ['full', 'no-travel', 'empty'] as const;
export type DemoCase = (typeof DEMO_CASES)[number];

/** The seed of the demo; another one gives other keys and another mailbox. */
export const DEMO_SEED = 'waystamp demo mailbox 1';

/** Mails of a sized mailbox that attest an event, whatever its size. */
export const SIZED_TRAVEL = 40;
