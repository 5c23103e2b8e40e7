import { createStore } from 'jotai';
import { CATALOG, catalogHash } from '../../../../catalog/index.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { EVENTS } from '../../../../catalog/events.ts';
import { slotOf } from '../../../../catalog/index.ts';
import {
  MAX_SLOT_MAILS,
  type ComparisonResult,
  type EvidenceMail,
  type Fact,
  type Shown,
} from '../../../../worker/contract.ts';
import { applySnapshot, type Store } from '../../../../src/state/core.ts';
import { comparedFacts, sheet, slotMeanings } from '../../../../src/state/slots.ts';
import {
  filledPlaces,
  legendOf,
  mailReason,
  slotLimit,
  slotName,
  slotStory,
} from '../../../../src/texts/slots.ts';
import { textsOf } from '../../../../src/language/language.ts';
import { slotTexts } from '../../../../src/texts/en/slots.ts';
import { snapshot } from '../snapshot.ts';
import { ORGANISER, factById } from '../../../support/catalog.ts';

function mail(messageId: string, changes: Partial<EvidenceMail> = {}): EvidenceMail {
  return {
    messageId,
    subject: 'Your ticket',
    from: 'tickets@devcon.org',
    date: 1,
    tier: 'verified',
    reason: null,
    signature: null,
    refused: null,
    ...changes,
  };
}

function held(id: string, changes: Partial<Fact> = {}): Fact {
  const fact = factById(id);
  if (fact === undefined) throw new RangeError(id);
  const { list, key, slot } = fact;
  const name = EVENTS.find((event) => event.key === key)?.name ?? key;
  return { id, list, key, slot, name, origin: 'mail', counts: true, mails: [], ...changes };
}

const DEVCON = held('verifiedTravelEvents/devcon', {
  mails: [mail('a'), mail('b', { tier: 'selfAttested' })],
});
const EDCON = held('selfAttestedEvents/edcon');
const BARS = held('travelInterests/bars', { origin: 'person' });
const SOMEBODY_ELSES = held('selfAttestedEvents/dweb', { counts: false });
/** A subject whose slot belongs to no fact. */
const SUBJECT_SLOT = slotOf('Lunch on Friday');

const RESULT: ComparisonResult = {
  verifiedTravelEvents: ['devcon'],
  selfAttestedEvents: [],
  travelInterests: ['bars'],
  compared: [DEVCON.id, EDCON.id, BARS.id],
  comparedAt: 5,
};
const SHOWN: Shown = {
  stamps: [
    {
      id: 'disclosure-1',
      organiser: ORGANISER,
      catalog: catalogHash(CATALOG),
      fact: BARS.id,
      name: 'bars',
      day: '2026-11-22',
    },
  ],
  withdrawn: [],
  readAt: 6,
};

function counts(set: Readonly<Record<number, number>>): number[] {
  return Array.from({ length: 100 }, (_, slot) => set[slot] ?? 0);
}

let store: Store;
beforeEach(() => {
  store = createStore();
  applySnapshot(
    store,
    snapshot({
      facts: [DEVCON, EDCON, SOMEBODY_ELSES, BARS],
      slots: counts({ [DEVCON.slot]: 1, [EDCON.slot]: 2, [BARS.slot]: 1, [SUBJECT_SLOT]: 2 }),
    }),
  );
});

function states(): Record<string, string | undefined> {
  const now = store.get(sheet);
  return {
    devcon: now[DEVCON.slot],
    edcon: now[EDCON.slot],
    bars: now[BARS.slot],
    subject: now[SUBJECT_SLOT],
    else: now[SOMEBODY_ELSES.slot],
  };
}

describe('the sheet of slots', () => {
  it('shows what mail set, what the person chose, and nothing else', () => {
    expect(states()).toEqual({ devcon: 'own', edcon: 'own', bars: 'pencil', subject: 'own', else: 'empty' });
    expect(store.get(sheet).filter((state) => state !== 'empty')).toHaveLength(4);
  });

  it('shows after a comparison what is on both lists and what was shown', () => {
    applySnapshot(
      store,
      snapshot({
        facts: [DEVCON, EDCON, BARS],
        slots: counts({ [DEVCON.slot]: 1, [EDCON.slot]: 2, [BARS.slot]: 1 }),
        result: RESULT,
        shown: SHOWN,
      }),
    );
    expect(states()).toMatchObject({ devcon: 'shared', edcon: 'own', bars: 'shown' });
    expect(store.get(comparedFacts)).toEqual(new Set(RESULT.compared));
  });
});

describe('the legend of the sheet', () => {
  it('counts each slot once, explains each count, and leaves out empty ones', () => {
    applySnapshot(
      store,
      snapshot({
        facts: [DEVCON, EDCON, BARS],
        slots: counts({ [DEVCON.slot]: 1, [EDCON.slot]: 2, [BARS.slot]: 1, [SUBJECT_SLOT]: 2 }),
        result: RESULT,
      }),
    );
    const now = store.get(sheet);
    const legend = legendOf(now);
    expect(legend.map(({ amount, words }) => `${amount} ${words}`)).toEqual([
      '2 filled by mail, only with you',
      '2 on both lists',
    ]);
    expect(filledPlaces(now)).toMatch(/^4 places of 100 are filled: /);
    expect(legend.reduce((all, { amount }) => all + amount, 0)).toBe(4);
    expect(legendOf([])).toEqual([]);
  });
});

describe('the meaning of a slot', () => {
  it('is the fact that the device holds, or one in the catalog that it does not hold, or none', () => {
    const meaningOf = store.get(slotMeanings);
    expect(meaningOf(DEVCON.slot)).toEqual({ fact: DEVCON, absent: null });
    expect(meaningOf(factById('verifiedTravelEvents/edcon')?.slot ?? -1)).toEqual({
      fact: null,
      absent: { list: 'verifiedTravelEvents', name: 'EDCON 2024', heldAsVerified: false },
    });
    expect(meaningOf(factById('travelInterests/clubsRaves')?.slot ?? -1).absent?.name).toBe('clubs/raves');
    expect(meaningOf(SUBJECT_SLOT)).toEqual({ fact: null, absent: null });
  });

  it('is not a fact whose mail belongs to somebody else', () => {
    expect(store.get(slotMeanings)(SOMEBODY_ELSES.slot)).toEqual({
      fact: null,
      absent: { list: 'selfAttestedEvents', name: 'DWeb Camp 2024', heldAsVerified: false },
    });
  });

  it('says when an event is held as verified and so appears in no other list', () => {
    const meaning = store.get(slotMeanings)(factById('selfAttestedEvents/devcon')?.slot ?? -1);
    expect(meaning.absent).toEqual({
      list: 'selfAttestedEvents',
      name: 'Devcon 7 SEA',
      heldAsVerified: true,
    });
    expect(slotStory('empty', meaning, ORGANISER.name, false)[1]).toBe(
      'It is kept for Devcon 7 SEA, self-attested: yours is verified instead.',
    );
    expect(slotStory('own', meaning, ORGANISER.name, false)[1]).toContain('Yours is verified instead');
  });
});

describe('the words of a slot', () => {
  const none = { fact: null, absent: null };
  const absent = { list: 'verifiedTravelEvents', name: 'EDCON 2024', heldAsVerified: false } as const;

  it.each([
    [slotName(0, 'empty', null, 0), 'Place 1, empty'],
    [slotName(6, 'shared', DEVCON, 4), 'Place 7, Devcon 7 SEA, on both lists, 4 mails'],
    [slotName(9, 'own', null, 1), 'Place 10, only with you, 1 mail'],
    [slotName(9, 'pencil', BARS, 1), 'Place 10, bars, marked by you'],
    [slotName(9, 'pencil', BARS, 2), 'Place 10, bars, marked by you, 2 mails'],
  ])('name it: %s', (name, expected) => {
    expect(name).toBe(expected);
  });

  it('say plainly that nothing set it, and what it is reserved for', () => {
    expect(slotStory('empty', none, ORGANISER.name, false)).toEqual([
      'Nothing on this device has filled this place.',
    ]);
    expect(slotStory('empty', { fact: null, absent }, ORGANISER.name, false)[1]).toBe(
      'It is kept for EDCON 2024, verified by a signature: nothing was found for that.',
    );
  });

  it('say what it stands for and what it means to the organiser', () => {
    const devcon = { fact: DEVCON, absent: null };
    expect(slotStory('own', devcon, ORGANISER.name, false)).toEqual([
      'This is the place of Devcon 7 SEA, verified by a signature.',
      'It has not been compared yet.',
    ]);
    expect(slotStory('own', devcon, ORGANISER.name, true)[1]).toBe('Waystamp does not list it.');
    expect(slotStory('shared', devcon, ORGANISER.name, true)[1]).toMatch(
      /^Waystamp lists it too\. It is not shown now/,
    );
    expect(slotStory('shown', devcon, ORGANISER.name, true)[1]).toMatch(/you have shown it/);
    expect(slotStory('pencil', { fact: BARS, absent: null }, ORGANISER.name, false)[0]).toBe(
      'This is the place of bars, marked by you.',
    );
  });

  it('never let a subject in an event’s slot pass for that event', () => {
    const story = slotStory('own', { fact: null, absent }, ORGANISER.name, true).join(' ');
    expect(story).toContain('only the subject of a mail');
    expect(story).toContain('EDCON 2024');
    expect(story).toContain('it can never come out as that');
    expect(slotStory('own', none, ORGANISER.name, true)).toHaveLength(1);
  });

  it('say why each mail is listed', () => {
    const elsewhere = (DEVCON.slot + 1) % 100;
    expect(mailReason(elsewhere, mail('x', { subject: '' }), null)).toBe('Its subject falls on this place.');
    expect(mailReason(DEVCON.slot, mail('a'), DEVCON)).toBe('It counts for Devcon 7 SEA.');
    const both = mail('a', { subject: 'waystamp/7/verifiedTravelEvents/devcon' });
    expect(mailReason(DEVCON.slot, both, DEVCON)).toMatch(/counts for Devcon 7 SEA, and its subject/);
  });

  it('do not say that an unverified mail counts for a verified event', () => {
    const unverified = mail('b', { subject: 'waystamp/7/verifiedTravelEvents/devcon' });
    expect(mailReason(DEVCON.slot, unverified, DEVCON)).toBe('Its subject falls on this place.');
  });

  it('say so when not all mails are listed', () => {
    expect(slotLimit(MAX_SLOT_MAILS)).toBeNull();
    expect(slotLimit(1234)).toBe('Only the newest 200 of 1,234 are listed.');
  });

  it('explain what a slot is without naming the technique', () => {
    const { whatSheet, whatShared, whatCompared } = textsOf(slotTexts);
    expect([whatSheet, whatShared, whatCompared].join(' ')).not.toMatch(/PSI|bit vector|slot|hash/i);
  });
});
