/**
 * The confusion table of attestation and verification over the demo mailbox: for each event, how many mails are rightly
 * or wrongly found or left out. The test prints it and compares it with `confusion-table.txt` (`vitest -u` renews that
 * file).
 */
import { expect, test } from 'vitest';
import { CATALOG, signerDomains } from '../../../catalog/index.ts';
import { DEMO_SEED } from '../../../server/demo/mailbox/demo-case.ts';
import { OWNER } from '../../../server/demo/mailbox/draft.ts';
import { generateMailbox } from '../../../server/demo/source/generate.ts';
import { createKeyring } from '../../../server/demo/mailbox/keyring.ts';
import { type KnownKey } from '../../../mail/dkim/key-validity.ts';
import { mailToEvidence, createClassifier } from '../../../worker/evidence/index.ts';
import { judgedFor } from '../../../worker/vector/counted.ts';
import { EXPECTED_MAILS } from '../../support/demo-mailbox.ts';

interface Row {
  /** Rightly found, wrongly found, missed, and rightly left out. */
  truePositive: number;
  falsePositive: number;
  falseNegative: number;
  trueNegative: number;
}

const emptyRow = (): Row => ({ truePositive: 0, falsePositive: 0, falseNegative: 0, trueNegative: 0 });

function count(row: Row, meant: boolean, found: boolean): void {
  if (found) row[meant ? 'truePositive' : 'falsePositive'] += 1;
  else row[meant ? 'falseNegative' : 'trueNegative'] += 1;
}

const COLUMNS = ['truePositive', 'falsePositive', 'falseNegative', 'trueNegative'] as const;

type Table = Record<string, { attested: Row; verified: Row }>;

/** The table as text: two lines for each event. */
function layOut(table: Table): string {
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (at < 2 ? cell.padEnd(17) : cell.padStart(16)))
      .join('')
      .trimEnd();
  const titles = COLUMNS.map((column) => column.replace(/(?=[PN])/, ' ').toLowerCase());
  const rows = Object.entries(table).flatMap(([event, tiers]) =>
    Object.entries(tiers).map(([tier, row]) =>
      line([event, tier, ...COLUMNS.map((column) => `${row[column]}`)]),
    ),
  );
  return `${[line(['event', 'tier', ...titles]), ...rows].join('\n')}\n`;
}

function isPerfect({ falsePositive, falseNegative }: Row): boolean {
  return falsePositive === 0 && falseNegative === 0;
}

test('the confusion table over the demo mailbox is perfect', async () => {
  const keyring = createKeyring();
  const mails = await generateMailbox(DEMO_SEED, 'full', keyring);
  const keys = new Map<string, KnownKey[]>();
  for (const key of signerDomains(CATALOG).flatMap((domain) => keyring.published(domain))) {
    keys.set(key.name, [...(keys.get(key.name) ?? []), key]);
  }
  const classifier = createClassifier(CATALOG);
  const table: Table = {};
  const wrong: unknown[] = [];

  for (const { raw, receivedAt, caseName } of mails) {
    const { evidence } = await mailToEvidence(
      { messageId: 'x', raw, internalDate: receivedAt },
      { catalog: CATALOG, classifier, lookup: (name) => Promise.resolve(keys.get(name) ?? []) },
    );
    const judged = judgedFor(evidence, OWNER.address);
    const found = Object.fromEntries(judged.map(({ event, tier, reason }) => [event, reason ?? tier]));
    const meant = (caseName === null ? undefined : EXPECTED_MAILS[caseName])?.attests ?? {};
    for (const { key } of CATALOG.events) {
      const { attested, verified } = (table[key] ??= { attested: emptyRow(), verified: emptyRow() });
      count(attested, meant[key] !== undefined, found[key] !== undefined);
      count(verified, meant[key] === 'verified', found[key] === 'verified');
      if (meant[key] !== found[key]) wrong.push({ caseName, key, meant: meant[key], found: found[key] });
    }
  }

  console.log(layOut(table));
  expect(wrong).toEqual([]);
  expect(
    Object.values(table)
      .flatMap(({ attested, verified }) => [attested, verified])
      .every(isPerfect),
  ).toBe(true);
  // Each event must be attested by some mail, or the table would show nothing about it.
  expect(Object.values(table).every(({ attested }) => attested.truePositive > 0)).toBe(true);
  await expect(layOut(table)).toMatchFileSnapshot('confusion-table.txt');
});
