/** A hosted project's rows as a catalog, for projects with and without the migration. */
import { describe, expect, it } from 'vitest';
import { CATALOG, builtInCatalog, catalogFacts, catalogSchema } from '../../../catalog/index.ts';
import type { Catalog } from '../../../catalog/index.ts';
import { catalogFromRows, rowsFromCatalog } from '../../../server/catalog/rows.ts';
import { LAKESIDE } from '../../support/lakeside.ts';

const OPERATOR = { name: 'A Club', contact: 'club@mail.example' };

/** Rows as PostgREST returns them: columns by their names in the database. */
function asAnswered(catalog: Catalog) {
  return rowsFromCatalog(catalog).map((row) => {
    const { dkimKeys, ...columns } = row;
    return Object.assign(columns, { dkim_keys: dkimKeys });
  });
}

const ROWS = asAnswered(CATALOG);

describe('the rows of a hosted project', () => {
  it('become the built-in organiser’s catalog, in the operator’s name', () => {
    expect(catalogFromRows(ROWS, OPERATOR)).toEqual(builtInCatalog(OPERATOR));
  });

  it('become the same catalog in any order', () => {
    expect(catalogFromRows(ROWS.toReversed(), OPERATOR)).toEqual(catalogFromRows(ROWS, OPERATOR));
    const own = asAnswered(LAKESIDE);
    const mixed = catalogFromRows([...own, ...ROWS], OPERATOR);
    expect(catalogFromRows([...ROWS, ...own].toReversed(), OPERATOR)).toEqual(mixed);
    expect(mixed.events.slice(-3).map(({ key }) => key)).toEqual([
      'harbourTalks',
      'nightSwim',
      'springRegatta',
    ]);
    expect(catalogSchema.parse(mixed)).toEqual(mixed);
    // Facts that are also in the repo's catalog keep their slots.
    for (const { id, slot } of catalogFacts(CATALOG).all) {
      expect(catalogFacts(mixed).byId.get(id)?.slot).toBe(slot);
    }
  });

  it('of a project without the migration use their signers as senders, and ignore other old columns', () => {
    const before = ROWS.map((row) => {
      const [first = ''] = row.senders;
      return { ...row, senders: [first], signers: row.senders, words: ['salary'] };
    });
    expect(catalogFromRows(before, OPERATOR)).toEqual(builtInCatalog(OPERATOR));
  });

  it.each([
    ['no event', [], /^catalog\.events: /],
    ['no rows', null, /^catalog_events: /],
    ['an event without days', [{ ...ROWS[0], starts: null }], /^catalog_events\.0\.starts: /],
    [
      'a sender that is a pattern',
      [{ ...ROWS[0], senders: ['*.example'] }],
      /^catalog\.events\.sigSingResident\.senders\.0: /,
    ],
    [
      'more than devices read',
      ROWS.map((row) =>
        Object.assign(structuredClone(row), {
          senders: ['devcon.org'],
          dkim_keys: Array.from({ length: 50 }, (_, at) => ({
            name: `s${at}._domainkey.devcon.org`,
            record: `v=DKIM1; p=${'A'.repeat(700)}`,
            source: 'DNS',
          })),
        }),
      ),
      /^catalog: more than \d+ bytes/,
    ],
  ])('that hold %s are refused, and the reason names them', (_name, rows, reason) => {
    expect(() => catalogFromRows(rows, OPERATOR)).toThrow(reason);
  });
});
