/** The work for a mail grows at most linearly with its size, and no step is long. Steps are counted, not timed. */
import { describe, expect, test } from 'vitest';
import { type Catalog, CATALOG, catalogSchema } from '../../../catalog/index.ts';
import {
  HOSTILE_SHAPES,
  KEY_RECORD,
  ordinaryMail,
  SIGNED_SHAPES,
} from '../../../worker/bench/mails/hostile-mails.ts';
import { EQUAL_NAMES } from '../../../worker/bench/mails/hostile-catalogs.ts';
import { atOnce } from '../../../mail/slices.ts';
import { parseMail } from '../../../mail/mime/parse-mail.ts';
import { mailToEvidence, createClassifier } from '../../../worker/evidence/index.ts';
import { Mentions } from '../../../worker/evidence/mentions.ts';
import { KeywordAutomaton, NUMBERS_PER_PLACE } from '../../../worker/evidence/keyword-automaton.ts';

const SIZE = 256 * 1024;
/** Bytes of a body hashed in one step. */
const HASH_STEP = 64 * 1024;

/** The number of times that reading a mail gives way to other work. */
async function slices(raw: Uint8Array, records = [KEY_RECORD], catalog: Catalog = CATALOG): Promise<number> {
  let count = 0;
  await mailToEvidence(
    { messageId: 'x', raw, internalDate: 0 },
    {
      catalog,
      classifier: createClassifier(catalog),
      lookup: () => Promise.resolve(records),
      slice: async () => void (count += 1),
    },
  );
  return count;
}

/** The number of steps that matching takes; the work of each is bounded. */
async function matchingSteps(raw: Uint8Array, catalog: Catalog = CATALOG): Promise<number> {
  const { subject, text, parts } = await parseMail(raw);
  return [...createClassifier(catalog).attesting({ subject, body: text, parts })].length;
}

describe.each(HOSTILE_SHAPES.map((shape) => [shape.name, shape] as const))('%s', (_, { mail, catalog }) => {
  test('takes at most twice the steps when it is twice as long', async () => {
    const steps = (bytes: number): Promise<number> => slices(mail(bytes), [KEY_RECORD], catalog);
    const [once, twice] = [await steps(SIZE), await steps(2 * SIZE)];
    expect(twice).toBeLessThanOrEqual(2 * once + 8);
  });

  test('takes at most three times the matching of ordinary text', async () => {
    const ordinary = await matchingSteps(ordinaryMail(SIZE));
    expect(await matchingSteps(mail(SIZE), catalog)).toBeLessThanOrEqual(3 * ordinary + 8);
  });
});

test.each(SIGNED_SHAPES.map((shape) => [shape.name, shape] as const))(
  '%s: the body is hashed at most twice, whatever its signatures ask for, and never without a key',
  async (_, { mail }) => {
    const raw = mail(16 * HASH_STEP);
    const hashing = (await slices(raw)) - (await slices(raw, []));
    // Two passes over the body, and as many steps again to write line ends that were held back.
    expect(hashing).toBeGreaterThanOrEqual(2 * 16 - 2);
    expect(hashing).toBeLessThanOrEqual(2 * 2 * (16 + 1));
  },
);

describe('the names of a hostile catalog', () => {
  const shapes = HOSTILE_SHAPES.flatMap(({ name, mail, catalog }) =>
    catalog === undefined ? [] : [[name, { mail, catalog }] as const],
  );

  test.each(shapes)(
    '%s: a text has at most one place for each of its symbols',
    async (_, { mail, catalog }) => {
      catalogSchema.parse(catalog);
      const { text } = await parseMail(mail(SIZE));
      const name = catalog.events.flatMap(({ names }) => names);
      const automaton = new KeywordAutomaton({ name, notMeant: [], booking: [], presence: [] });
      const places = atOnce(automaton.searching(text)).reduce((sum, { length }) => sum + length, 0);
      expect(places).toBeGreaterThan(0);
      // A letter and the space behind it are a symbol each.
      expect(places).toBeLessThanOrEqual(NUMBERS_PER_PLACE * text.length);
    },
  );

  test('a name is kept once with each number after it, whatever the number of its events', () => {
    const text = Array.from({ length: 5_000 }, (_, at) => `abc ${2000 + (at % 100)} `).join('');
    const name = EQUAL_NAMES.events.flatMap(({ names }) => names);
    const mentions = new Mentions(new KeywordAutomaton({ name, notMeant: [], booking: [], presence: [] }));
    atOnce(mentions.add(text));
    expect([...mentions.names.values()].map(({ size }) => size)).toEqual([100]);
    expect([...mentions.names.keys()].map(({ keywords }) => keywords.length)).toEqual([name.length]);
  });
});
