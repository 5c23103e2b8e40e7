/**
 * How far above their starts the primes of the demo's own keys are. Finding them takes a processor most of a second, at
 * each start of a server; a test finds them again.
 */
export type PrimeDistances = Readonly<Record<string, readonly [p: number, q: number]>>;

const DEMO = 'waystamp demo mailbox 1/dkim/';

/** By the label of the key. */
export const KNOWN_PRIMES: PrimeDistances = {
  [`${DEMO}demo2024.ethcc.io`]: [1092, 1250],
  [`${DEMO}demo2024.pretix.eu`]: [4, 212],
  [`${DEMO}demo2024.devcon.org`]: [182, 832],
  [`${DEMO}demo2022.devcon.org`]: [600, 906],
  [`${DEMO}demo2024.zksummit.com`]: [172, 322],
  [`${DEMO}demo2023.lu.ma`]: [2718, 1610],
  [`${DEMO}demo2024.calendar.luma-mail.com`]: [1564, 24],
  [`${DEMO}demo2023.zuzalu.org`]: [948, 302],
  [`${DEMO}demo2022.zuzalu.org`]: [266, 302],
  [`${DEMO}demo2024.ethdenver.com`]: [150, 328],
  [`${DEMO}demo2019.ethdenver.com`]: [790, 168],
  [`${DEMO}demo2024.eventbrite.com`]: [5090, 950],
  [`${DEMO}demo2024.edcon.io`]: [342, 126],
  [`${DEMO}demo2023.0xparc.org`]: [788, 244],
  [`${DEMO}s1.bulk.mailout.example`]: [86, 184],
};
