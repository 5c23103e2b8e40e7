/** When a key counts: the rules at their limits, and the verdict on signatures under such keys. */
import { describe, expect, test } from 'vitest';
import { type KnownKey, keysAt } from '../../../mail/dkim/key-validity.ts';
import { verifyDkim } from '../../../mail/dkim/verify.ts';
import { bytes } from '../../support/mail/reference-signer.ts';
import { ED25519, OTHER_RSA, RSA_1024, RSA_2048, barePkcs1 } from '../../support/mail/test-keys.ts';
import { sign } from './dkim-setting.ts';

const DAY_MS = 86_400_000;
const KEY = RSA_1024.record;
const OTHER = OTHER_RSA.record;
const REVOCATION = 'v=DKIM1; p=';

type Days = Partial<Omit<KnownKey, 'record'>>;
const known = (record: string, days: Days = {}): KnownKey => ({
  record,
  firstSeen: null,
  lastSeen: null,
  missingSince: null,
  removed: null,
  ...days,
});
const seen = (firstSeen: string, lastSeen: string, missingSince: string | null = null): Days => ({
  firstSeen,
  lastSeen,
  missingSince,
});
/** Midnight UTC at the start of a day. */
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

function standing(of: string, keys: readonly KnownKey[], at: number): string | undefined {
  return keysAt(keys, at).find(({ record }) => record === of)?.standing;
}

/**
 * The day from which a key counts, and the first day on which it no longer does. Null means no such day. Checked to the
 * millisecond around midnight.
 */
function windowOf(of: string, keys: readonly KnownKey[]): [from: string | null, to: string | null] {
  const days = keys.flatMap(({ firstSeen, lastSeen, missingSince }) => [firstSeen, lastSeen, missingSince]);
  const borders = days
    .filter((day) => day !== null)
    .flatMap((day) => [-1, 0, 1, 6, 7, 8, 9].map((offset) => startOf(day) + offset * DAY_MS));
  const moments = [-Infinity, ...borders.flatMap((border) => [border - 1, border]), Infinity];
  const ordered = [...new Set(moments)].toSorted((a, b) => a - b);
  const counts = ordered.map((at) => standing(of, keys, at) === 'valid');
  const from = counts.indexOf(true);
  const to = counts.indexOf(false, from);
  const dayAt = (index: number): string | null => {
    const at = ordered[index] ?? Infinity;
    return Number.isFinite(at) ? new Date(at).toISOString().replace('T00:00:00.000Z', '') : null;
  };
  return [dayAt(from), to < 0 ? null : dayAt(to)];
}

describe('a key counts', () => {
  const gone = known(KEY, seen('2024-03-05', '2024-05-10', '2024-05-11'));
  const successor = known(OTHER, seen('2024-05-11', '2024-12-01'));

  test('from the day it was first seen to seven days after the last, if its name has shown another key', () => {
    expect(windowOf(KEY, [gone, successor])).toEqual(['2024-03-05', '2024-05-18']);
    expect(standing(KEY, [gone, successor], Date.parse('2024-05-17T23:59:59.999Z'))).toBe('valid');
    expect(standing(KEY, [gone, successor], Date.parse('2024-05-18T00:00:00.000Z'))).toBe('other-time');
    expect(standing(KEY, [gone, successor], Date.parse('2024-03-04T23:59:59.999Z'))).toBe('other-time');
  });

  test('before it was first seen too, if its name has never shown another key', () => {
    expect(windowOf(KEY, [gone])).toEqual([null, '2024-05-18']);
    expect(windowOf(KEY, [known(KEY, seen('2024-03-05', '2024-05-10'))])).toEqual([null, null]);
    expect(windowOf(KEY, [known(KEY)])).toEqual([null, null]);
  });

  test('only from the day it was first seen, whichever other key its name has shown, and whenever', () => {
    for (const other of [
      known(OTHER, seen('2020-01-01', '2020-02-01', '2020-02-02')),
      known(OTHER, seen('2024-03-05', '2024-05-10')),
      known(OTHER),
      known(REVOCATION, seen('2020-01-01', '2020-02-01')),
    ]) {
      expect(standing(KEY, [gone, other], startOf('2024-03-05') - 1)).toBe('other-time');
      expect(standing(KEY, [gone, other], startOf('2024-03-05'))).toBe('valid');
    }
  });

  test('without an end while nobody could ask again since it was last seen', () => {
    const blind = known(KEY, seen('2024-03-05', '2024-05-10'));
    expect(windowOf(KEY, [blind])).toEqual([null, null]);
    // Months later, the successor shows that the key is gone.
    const late = known(OTHER, seen('2024-09-01', '2024-09-01'));
    expect(windowOf(KEY, [blind, late])).toEqual(['2024-03-05', '2024-09-01']);
    // So does an answer without the key.
    expect(windowOf(KEY, [{ ...blind, missingSince: '2024-09-01' }])).toEqual([null, '2024-09-01']);
    // A record seen beside the key is not its successor.
    const beside = known(OTHER, seen('2024-04-01', '2024-05-10'));
    expect(windowOf(KEY, [blind, beside])).toEqual(['2024-03-05', null]);
  });

  test('for at least seven days more, however soon its successor appears', () => {
    const next = known(OTHER, seen('2024-05-12', '2024-05-12'));
    expect(windowOf(KEY, [known(KEY, seen('2024-03-05', '2024-05-10')), next])).toEqual([
      '2024-03-05',
      '2024-05-18',
    ]);
  });

  test('if it has no days, until another key is first seen', () => {
    expect(windowOf(KEY, [known(KEY), successor])).toEqual([null, '2024-05-11']);
    expect(windowOf(KEY, [known(KEY), known(OTHER)])).toEqual([null, null]);
  });
});

describe('a revoked key never counts', () => {
  const revoked = (days: Days): KnownKey => known(REVOCATION, days);
  const ages = ['1995-01-01', '2024-04-01', '2024-05-12', '2095-01-01'].map(startOf);
  const atAnyAge = (of: string, keys: readonly KnownKey[]): unknown[] => [
    ...new Set(ages.map((at) => standing(of, keys, at))),
  ];

  test('however old the mail is', () => {
    expect(
      atAnyAge(KEY, [
        known(KEY, seen('2024-03-05', '2024-05-10', '2024-05-11')),
        revoked(seen('2024-05-11', '2024-05-11')),
      ]),
    ).toEqual(['revoked']);
    expect(
      atAnyAge(KEY, [
        known(KEY, seen('2024-03-05', '2024-05-11')),
        revoked(seen('2024-05-11', '2024-05-11')),
      ]),
    ).toEqual(['revoked']);
    // Removing the revocation from the zone does not make the key valid again.
    expect(
      atAnyAge(KEY, [
        known(KEY, seen('2024-03-05', '2024-05-10', '2024-05-11')),
        revoked(seen('2024-05-11', '2024-05-11', '2024-05-12')),
      ]),
    ).toEqual(['revoked']);
  });

  test('whatever its source: a revocation from the server beats a key in the catalog', () => {
    expect(atAnyAge(KEY, [known(KEY), revoked(seen('2024-05-11', '2024-05-11'))])).toEqual(['revoked']);
    expect(
      atAnyAge(KEY, [
        known(KEY, seen('2023-01-01', '2023-06-01')),
        revoked(seen('2024-05-11', '2024-05-11')),
      ]),
    ).toEqual(['revoked']);
    expect(atAnyAge(KEY, [known(KEY), revoked({})])).toEqual(['revoked']);
  });

  test('but a key that was published after the revocation does', () => {
    const keys = [
      known(KEY, seen('2024-03-05', '2024-05-10', '2024-05-11')),
      revoked(seen('2024-05-11', '2024-05-12', '2024-05-13')),
      known(OTHER, seen('2024-05-13', '2024-06-01')),
    ];
    expect(atAnyAge(KEY, keys)).toEqual(['revoked']);
    expect(windowOf(OTHER, keys)).toEqual(['2024-05-13', null]);
  });

  test('when the operator has removed it, in whatever form it is published', () => {
    const removed = known(KEY, { removed: '2024-06-01' });
    for (const record of [
      `k=rsa; t=s; p=${RSA_1024.published}`,
      `v=DKIM1; p=${RSA_1024.published.replaceAll(/(.{30})/g, '$1 ')}`,
      `v=DKIM1; p=${barePkcs1(RSA_1024)}`,
    ]) {
      const again = known(record, seen('2024-06-02', '2024-06-09'));
      expect(atAnyAge(record, [removed, again])).toEqual(['revoked']);
    }
    expect(windowOf(OTHER, [removed, known(OTHER, seen('2024-05-01', '2024-06-09'))])).toEqual([
      '2024-05-01',
      null,
    ]);
  });
});

describe('the same key in several records', () => {
  test('is one key with the days of all records', () => {
    const tagged = `v=DKIM1; k=rsa; t=s; p=${RSA_1024.published}`;
    const keys = [
      known(KEY, seen('2024-03-05', '2024-04-01', '2024-04-02')),
      known(tagged, seen('2024-04-02', '2024-05-10', '2024-05-11')),
    ];
    expect(windowOf(KEY, keys)).toEqual([null, '2024-05-18']);
    expect(windowOf(tagged, keys)).toEqual([null, '2024-05-18']);
  });
});

describe('the order of keys', () => {
  test('is valid ones first, then newest first', () => {
    const keys = [
      known('p=AAAA', seen('2021-01-01', '2021-02-01', '2021-02-02')),
      known('p=BBBB', seen('2023-01-01', '2024-02-01')),
      known('p=CCCC', seen('2024-01-01', '2024-02-01')),
      known('p=DDDD', seen('2022-01-01', '2022-02-01', '2022-02-02')),
      known('v=spf1 -all'),
    ];
    for (const list of [keys, keys.toReversed()]) {
      expect(keysAt(list, startOf('2024-02-01')).map(({ record }) => record)).toEqual([
        'p=CCCC',
        'p=BBBB',
        'p=DDDD',
        'p=AAAA',
      ]);
    }
  });

  test.each([17, 64, 65, 200])('lets the newest of %i keys of a selector verify', async (count) => {
    const older = Array.from({ length: count - 1 }, (_, index) => {
      const day = (from: number): string =>
        new Date(startOf('2016-01-01') + (index * 7 + from) * DAY_MS).toISOString().slice(0, 10);
      return known(`v=DKIM1; p=${Buffer.alloc(64, `${index}`).toString('base64')}`, seen(day(0), day(6)));
    });
    const newest = known(KEY, seen('2024-11-01', '2024-11-20'));
    for (const keys of [
      [...older, newest],
      [newest, ...older],
    ]) {
      const [result] = await verifyDkim(bytes(sign()), () => Promise.resolve(keys));
      expect(result).toMatchObject({ status: 'pass' });
    }
  });
});

describe('a signature', () => {
  /** The mail was received on 11 November 2024, 10:00:05. */
  const verdict = async (keys: readonly KnownKey[], receivedAt?: Date): Promise<string> => {
    const [result] = await verifyDkim(bytes(sign()), () => Promise.resolve(keys), receivedAt);
    return result?.reason ?? result?.status ?? 'unsigned';
  };
  const OUTDATED = 'The key was not in use when the mail was received';

  test('is judged at the time of receipt, to the millisecond', async () => {
    const keys = [
      known(KEY, seen('2024-03-05', '2024-11-10', '2024-11-11')),
      known(ED25519.record, seen('2024-11-11', '2024-11-12')),
    ];
    expect(await verdict(keys)).toBe('pass');
    expect(await verdict(keys, new Date('2024-11-17T23:59:59.999Z'))).toBe('pass');
    expect(await verdict(keys, new Date('2024-11-18T00:00:00.000Z'))).toBe(OUTDATED);
    expect(await verdict(keys, new Date('2024-03-04T23:59:59.999Z'))).toBe(OUTDATED);
  });

  test('says why a key that fits does not count', async () => {
    const revoked = [
      known(KEY, seen('2024-03-05', '2024-05-10')),
      known(REVOCATION, seen('2024-06-01', '2024-06-01')),
    ];
    expect(await verdict(revoked)).toBe('The key was revoked');
    expect(await verdict([known(KEY, { removed: '2025-01-01' })])).toBe('The key was revoked');
    expect(await verdict([known(RSA_2048.record, seen('2020-01-01', '2020-02-01', '2020-02-02'))])).toBe(
      'The signature does not match the headers',
    );
  });
});
