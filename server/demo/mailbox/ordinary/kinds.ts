import { OWNER } from '../draft.ts';
import type { Draft } from '../draft.ts';
import { createRandom } from '../random.ts';
import type { Random } from '../random.ts';
import { family } from './family.ts';
import { gazettes } from './gazettes.ts';
import { journeys } from './journeys.ts';
import type { OrdinaryMail, OrdinaryMaker } from './maker.ts';
import { newsletters } from './newsletters.ts';
import { receipts } from './receipts.ts';
import { sent } from './sent.ts';
import { social } from './social.ts';
import { work } from './work.ts';

/** The mix of the mailbox: kinds with their weights. */
const KINDS: readonly (readonly [weight: number, maker: OrdinaryMaker])[] = [
  [30, work],
  [19, newsletters],
  [3, gazettes],
  [16, receipts],
  [14, social],
  [9, family],
  [4, journeys],
  [5, sent],
];

const FIRST = Date.UTC(2022, 0, 3, 7);
const LAST = Date.UTC(2025, 11, 20, 21);
const DAY_MS = 86_400_000;

/**
 * The mail of four ordinary years, 2022 to 2025, oldest first.
 *
 * @param travel false leaves out private journeys, for a mailbox in which nobody travels
 */
export function ordinaryDrafts(seed: string, count: number, travel = true): Draft[] {
  const random = createRandom(`${seed}/ordinary`);
  const kinds = KINDS.filter(([, maker]) => travel || maker !== journeys);
  const weights = kinds.reduce((sum, [weight]) => sum + weight, 0);
  const times = Array.from({ length: count }, () => mailTime(random)).toSorted((a, b) => a - b);
  return times.map((receivedAt) => {
    let rest = random.next() * weights;
    const maker = kinds.find(([weight]) => (rest -= weight) < 0)?.[1] ?? work;
    return ordinaryDraft(maker(random), receivedAt);
  });
}

function ordinaryDraft({ labels, mime, signed, deliveredTo }: OrdinaryMail, receivedAt: number): Draft {
  return {
    caseName: null,
    receivedAt,
    labels,
    content: { mime: { to: [{ ...OWNER }], ...mime } },
    signatures: signed ? [{ key: 'foreign' }] : [],
    ...(deliveredTo === null ? { deliveredTo } : {}),
  };
}

/** A time of arrival on some day, mostly between seven in the morning and ten at night. */
function mailTime(random: Random): number {
  const days = random.between(0, Math.floor((LAST - FIRST) / DAY_MS));
  const minutes = random.chance(0.9) ? random.between(0, 15 * 60) : random.between(0, 24 * 60 - 1);
  return FIRST + days * DAY_MS + minutes * 60_000 + random.between(0, 59) * 1000;
}
