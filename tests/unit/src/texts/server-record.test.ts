import { describe, expect, it } from 'vitest';
import type { Holdings } from '../../../../server/accounts/contract.ts';
import type { OrganiserName } from '../../../../catalog/index.ts';
import type { ShownStamp } from '../../../../worker/contract.ts';
import { atTheServer, deletionWarning, recordExplained } from '../../../../src/texts/server-record.ts';

const ADA = 'ada@mail.example';
const WAYSTAMP: OrganiserName = { slug: 'waystamp', name: 'Waystamp' };
const DEVCON: OrganiserName = { slug: 'devcon', name: 'Devcon Foundation' };

let made = 0;
function stamp(organiser: OrganiserName): ShownStamp {
  made += 1;
  return {
    id: `stamp-${made}`,
    organiser,
    catalog: null,
    fact: 'travelInterests/bars',
    name: null,
    day: '2026-11-22',
  };
}

/** Every part of the answer to `GET /api/users/me`. A new part does not compile until it has a text. */
const NAMED: Record<keyof Holdings, RegExp> = {
  account: /^your account: the address ada@mail\.example, who signed you in, and when it was made$/,
  keys: /^the public keys/,
  comparisons: /last comparisons/,
  disclosures: /^1 stamp shown to Waystamp$/,
};

describe('what the server holds, in words', () => {
  it.each(Object.entries(NAMED))('names %s, on the screen and in the file', (part, words) => {
    const lines = atTheServer(ADA, [stamp(WAYSTAMP)]);
    expect(lines.filter((line) => words.test(line))).toHaveLength(1);
    expect(lines).toHaveLength(Object.keys(NAMED).length);
    expect(recordExplained()[part]).toMatch(/^[A-Z].+\.$/);
  });

  it('says how many stamps are shown to whom, as far as is known', () => {
    const shownTo = (stamps: ShownStamp[] | null) => atTheServer(ADA, stamps).slice(3);
    expect(shownTo([])).toEqual([]);
    expect(shownTo([stamp(WAYSTAMP), stamp(DEVCON), stamp(WAYSTAMP)])).toEqual([
      '2 stamps shown to Waystamp',
      '1 stamp shown to Devcon Foundation',
    ]);
    expect(shownTo(null)).toEqual(['the stamps that you have shown']);
  });

  it('explains “proof: none” as the person’s own word', () => {
    expect(recordExplained()['proof: none']).toMatch(/^Your word: /);
  });
});

describe('the warning before a deletion', () => {
  it('says that it cannot be undone, and that what was read cannot be unread', () => {
    expect(deletionWarning([stamp(WAYSTAMP)])).toBe(
      'This cannot be undone. What Waystamp has read by now stays read.',
    );
    expect(deletionWarning([stamp(WAYSTAMP), stamp(DEVCON)])).toContain(
      'Waystamp and Devcon Foundation have',
    );
    expect(deletionWarning(null)).toContain('What somebody has read');
    expect(deletionWarning([])).toBe('This cannot be undone.');
  });
});
