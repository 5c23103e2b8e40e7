/** No mail takes more than linear work, and none more than a step of it at once: counted, not timed. */
import { describe, expect, test } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import {
  HOSTILE_SHAPES,
  KEY_RECORD,
  ordinaryMail,
  SIGNED_SHAPES,
} from '../../../worker/bench/mails/hostile-mails.ts';
import { foldText } from '../../../worker/evidence/folding.ts';
import { parseMail } from '../../../mail/mime/parse-mail.ts';
import { mailToEvidence, createClassifier } from '../../../worker/evidence/index.ts';
import { KeywordAutomaton } from '../../../worker/evidence/keyword-automaton.ts';
import { MatchWindow } from '../../../worker/evidence/match-window.ts';
import { NOT_MEANT } from '../../../worker/evidence/keyword-usage.ts';

const SIZE = 256 * 1024;
/** Bytes of a body that are hashed in one step. */
const HASH_STEP = 64 * 1024;
const classifier = createClassifier(CATALOG);

/** How often a mail's reading lets others have their turn. */
async function slices(raw: Uint8Array, records = [KEY_RECORD]): Promise<number> {
  let count = 0;
  await mailToEvidence(
    { messageId: 'x', raw, internalDate: 0 },
    {
      catalog: CATALOG,
      classifier,
      lookup: () => Promise.resolve(records),
      slice: async () => void (count += 1),
    },
  );
  return count;
}

/** The steps of matching, each of which is a bounded amount of work. */
async function matchingSteps(raw: Uint8Array): Promise<number> {
  const { subject, text, parts } = await parseMail(raw);
  return [...classifier.attesting({ subject, body: text, parts })].length;
}

describe.each(HOSTILE_SHAPES.map((shape) => [shape.name, shape] as const))('%s', (_, { mail }) => {
  test('takes twice the steps when it is twice as long', async () => {
    const [once, twice] = [await slices(mail(SIZE)), await slices(mail(2 * SIZE))];
    expect(twice).toBeLessThanOrEqual(2 * once + 8);
  });

  test('takes at most three times the matching of ordinary text', async () => {
    const ordinary = await matchingSteps(ordinaryMail(SIZE));
    expect(await matchingSteps(mail(SIZE))).toBeLessThanOrEqual(3 * ordinary + 8);
  });
});

test.each(SIGNED_SHAPES.map((shape) => [shape.name, shape] as const))(
  '%s: the body is hashed twice at most, whatever its signatures want, and not without a key',
  async (_, { mail }) => {
    const raw = mail(16 * HASH_STEP);
    const hashing = (await slices(raw)) - (await slices(raw, []));
    // Twice over the body; and as often to write line ends that were held back.
    expect(hashing).toBeGreaterThanOrEqual(2 * 16 - 2);
    expect(hashing).toBeLessThanOrEqual(2 * 2 * (16 + 1));
  },
);

const KEYWORDS = [...CATALOG.events.flatMap(({ names }) => names), ...CATALOG.bookingWords, ...NOT_MEANT];

test.each([
  'devcon ',
  'in order to ',
  'zuconnect devcon ethcc ',
  'edcon 2019 order ',
  '门票会场',
  'devcon devcon 7 ',
])('few occurrences are looked at for each in a text of “%s”', (unit) => {
  const automaton = new KeywordAutomaton(KEYWORDS.map(foldText));
  const matches = automaton.search(foldText(unit.repeat(20_000)));
  const window = new MatchWindow(matches, automaton.longest);
  for (const index of matches.keys()) expect(window.contains(index, () => false)).toBe(false);
  expect(window.looked).toBeLessThanOrEqual(matches.length * 2 * automaton.longest);
});
