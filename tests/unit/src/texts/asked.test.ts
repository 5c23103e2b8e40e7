import { describe, expect, it } from 'vitest';
import { CATALOG, catalogChanges } from '../../../../catalog/index.ts';
import type { CatalogEvent } from '../../../../catalog/index.ts';
import {
  askedAmount,
  changeWords,
  fingerprint,
  lookedFor,
  proofWords,
  retentionWords,
} from '../../../../src/texts/asked.ts';
import { LAKESIDE } from '../../../support/lakeside.ts';

describe('who asks, in words', () => {
  it('says how much is asked for, how long it is kept, and on what terms', () => {
    expect(askedAmount(CATALOG)).toBe('11 events and 6 interests');
    expect(askedAmount({ ...LAKESIDE, interests: [] })).toBe('3 events');
    expect(retentionWords(LAKESIDE.organiser)).toMatch(/Lakeside Club .* for 30 days, or until you withdraw/);
    expect(proofWords('word')).toMatch(/no proof/);
    expect(proofWords('proof')).toMatch(/with a proof/);
  });

  it('lists the names and senders that mail is searched for', () => {
    const words = lookedFor({ names: ['Regatta', 'Boat Race'], senders: ['a.example', 'crew@b.example'] });
    expect(words).toBe(
      'Mail that names “Regatta” or “Boat Race”, or comes from a.example or crew@b.example.',
    );
  });

  it('shows the whole fingerprint, in groups that can be read aloud', () => {
    const hash = '0123456789abcdef'.repeat(4);
    expect(fingerprint(hash).replaceAll(' ', '')).toBe(hash);
    expect(fingerprint(hash).split(' ')).toHaveLength(8);
  });
});

describe('what changed, in words', () => {
  it('gives the old and the new value for every kind of change', () => {
    const [first, second, third] = LAKESIDE.events as [CatalogEvent, CatalogEvent, CatalogEvent];
    const after = {
      ...LAKESIDE,
      organiser: {
        slug: 'lakeside',
        name: 'Lakeside Ltd',
        contact: null,
        purpose: 'To sell boats.',
        retentionDays: 300,
        proofPolicy: 'proof',
      } as const,
      events: [{ ...first, names: ['Payslip'] }, third, { ...second, key: 'boatShow', name: 'Boat Show' }],
      interests: [{ key: 'rowing', name: 'rowing' }],
    };
    const words = catalogChanges(LAKESIDE, after).map(changeWords);
    expect(words).toEqual([
      'The organiser is called Lakeside Ltd now, and was called Lakeside Club.',
      'No address for questions is given any more; it was club@lakeside.example.',
      'The purpose is now: To sell boats. It was: To seat people beside those they sailed with.',
      'What you show is held for 300 days now, and was for 30 days.',
      'Stamps are shown with a proof now.',
      'New event: Boat Show.',
      'No longer asked about: Harbour Talks.',
      'Spring Regatta has other names that are looked for. Now looked for: Payslip. No longer: Spring Regatta.',
      'New interest: rowing.',
      'No longer an interest that is asked about: sailing.',
    ]);
    const back = catalogChanges(after, LAKESIDE).map(changeWords);
    expect(back[1]).toBe('Questions go to club@lakeside.example now.');
    expect(back[4]).toBe('No proof is asked for any more.');
  });

  it('gives an event’s old and new name, days and place', () => {
    const [first, ...others] = LAKESIDE.events as [CatalogEvent, ...CatalogEvent[]];
    const words = (changes: Partial<CatalogEvent>): string[] =>
      catalogChanges(LAKESIDE, { ...LAKESIDE, events: [{ ...first, ...changes }, ...others] }).map(
        changeWords,
      );
    expect(
      words({
        name: 'Secret gathering',
        ends: '2026-06-03',
        place: { name: 'Bern', coordinates: null },
      }),
    ).toEqual([
      '“Spring Regatta” is called “Secret gathering” now. ' +
        'Secret gathering takes place on 1 May – 3 Jun 2026 now, and took place on 1–3 May 2026. ' +
        'The place of Secret gathering is Bern now, and was Lucerne.',
    ]);
    expect(words({ place: { ...first.place, coordinates: { latitude: 1, longitude: 2 } } })).toEqual([
      'The place of Spring Regatta is Lucerne (1, 2) now, and was Lucerne (47.05, 8.31).',
    ]);
    expect(words({ place: { ...first.place, coordinates: null } })).toEqual([
      'The place of Spring Regatta is Lucerne (not on the map) now, and was Lucerne (47.05, 8.31).',
    ]);
    expect(words({ starts: '2025-05-01' })).toEqual([
      'Spring Regatta takes place on 1 May 2025 – 3 May 2026 now, and took place on 1–3 May 2026.',
    ]);
  });

  it('gives an interest’s old and new name', () => {
    const interests = [{ key: 'sailing', name: 'treatment for alcohol' }];
    expect(catalogChanges(LAKESIDE, { ...LAKESIDE, interests }).map(changeWords)).toEqual([
      'The interest “sailing” is called “treatment for alcohol” now. It counts as another one, so it is not chosen.',
    ]);
  });
});
