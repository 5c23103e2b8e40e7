import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATALOG, catalogFacts, slotOf } from '../../../catalog/index.ts';
import type { LoggedEvidence } from '../../../worker/records.ts';
import { MAX_SLOT_MAILS } from '../../../worker/contract.ts';
import { buildVector, factsOf, slotCounts, slotMails } from '../../../worker/vector/index.ts';
import { EVENT_KEYS, FACTS, INTEREST_KEYS, factById } from '../../support/catalog.ts';
import { LAKESIDE } from '../../support/lakeside.ts';

const NOTHING = { interests: [], events: [] };
const ACCOUNT = 'Robin.Keller@gmail.com';

function evidence(messageId: string, event: string, changes: Partial<LoggedEvidence> = {}): LoggedEvidence {
  return {
    messageId,
    event,
    tier: 'selfAttested',
    reason: 'unsigned',
    subject: `Subject of ${messageId}`,
    from: 'tickets@devcon.org',
    date: 1,
    signature: null,
    refused: null,
    addressedTo: [],
    signedTo: ['robinkeller@gmail.com'],

    source: 'account',
    ...changes,
  };
}

const VERIFIED = { tier: 'verified', reason: null } as const;

function slot(id: string): number {
  return factById(id)?.slot ?? -1;
}

const SIGNATURE = {
  domain: 'devcon.org',
  selector: 's',
  algorithm: 'rsa-sha256',
  keyBits: 2048,
  weak: false,
};

function setSlots(bits: Uint8Array): number[] {
  return [...bits.keys()].filter((index) => bits[index] === 1);
}

function sorted(...slots: number[]): number[] {
  return [...new Set(slots)].toSorted((a, b) => a - b);
}

describe('the vector', () => {
  it('has 100 slots, none of them set when there are no findings', () => {
    const { bits, mapping } = buildVector([], NOTHING, CATALOG, null);
    expect(bits).toEqual(new Uint8Array(100));
    expect(mapping).toEqual(Array.from({ length: 100 }, () => []));
  });

  it('sets the slots of the mail’s subject and of its fact, and maps both to the mail', () => {
    const { bits, mapping } = buildVector([evidence('a', 'devcon')], NOTHING, CATALOG, null);
    const own = slotOf('Subject of a');
    expect(setSlots(bits)).toEqual(sorted(own, slot('selfAttestedEvents/devcon')));
    expect(mapping[own]).toEqual(['a']);
    expect(mapping[slot('selfAttestedEvents/devcon')]).toEqual(['a']);
  });

  it('counts a verified mail for the verified fact', () => {
    const { bits, mapping } = buildVector([evidence('a', 'devcon', VERIFIED)], NOTHING, CATALOG, null);
    expect(setSlots(bits)).toEqual(sorted(slotOf('Subject of a'), slot('verifiedTravelEvents/devcon')));
    expect(mapping[slot('verifiedTravelEvents/devcon')]).toEqual(['a']);
  });

  it('never sets both facts of an event: verified wins over self-attested mail and over a tick', () => {
    const log = [evidence('a', 'devcon'), evidence('b', 'devcon', VERIFIED)];
    const { bits, mapping } = buildVector(log, { interests: [], events: ['devcon'] }, CATALOG, null);
    expect(bits[slot('verifiedTravelEvents/devcon')]).toBe(1);
    expect(bits[slot('selfAttestedEvents/devcon')]).toBe(0);
    expect(mapping[slot('verifiedTravelEvents/devcon')]).toEqual(['b']);
    expect(mapping[slotOf('Subject of a')]).toContain('a');
  });

  it('sets the slots of chosen interests and ticked events without a mail', () => {
    const { bits, mapping } = buildVector(
      [],
      { interests: ['running', 'karaoke'], events: ['edcon'] },
      CATALOG,
      null,
    );
    const slots = sorted(
      slot('travelInterests/running'),
      slot('travelInterests/karaoke'),
      slot('selfAttestedEvents/edcon'),
    );
    expect(setSlots(bits)).toEqual(slots);
    expect(mapping.flat()).toEqual([]);
  });

  it('lists a mail once in a slot, even when it supports two events', () => {
    const { mapping } = buildVector(
      [evidence('a', 'devcon'), evidence('a', 'edcon')],
      NOTHING,
      CATALOG,
      null,
    );
    expect(mapping[slotOf('Subject of a')]).toEqual(['a']);
  });

  it('counts mail in a file only if it was addressed to the account, ignoring tags and dots', () => {
    const file = { source: 'file' } as const;
    const log = [
      evidence('own', 'devcon', { ...file, addressedTo: ['robinkeller@gmail.com'] }),
      evidence('other', 'edcon', { ...file, ...VERIFIED, addressedTo: ['eve@mail.example'] }),
      evidence('nobody', 'dweb', file),
      evidence('account', 'ethCC', { addressedTo: ['eve@mail.example'] }),
    ];
    const signedIn = buildVector(log, NOTHING, CATALOG, ACCOUNT);
    expect([...new Set(signedIn.mapping.flat())].toSorted()).toEqual(['account', 'own']);
    const signedOut = buildVector(log, NOTHING, CATALOG, null);
    expect(new Set(signedOut.mapping.flat()).size).toBe(4);
  });

  it('does not let somebody else’s verified mail hide the person’s own', () => {
    const log = [
      evidence('own', 'devcon'),
      evidence('other', 'devcon', { ...VERIFIED, source: 'file', addressedTo: ['eve@mail.example'] }),
    ];
    const { bits } = buildVector(log, NOTHING, CATALOG, ACCOUNT);
    expect(bits[slot('selfAttestedEvents/devcon')]).toBe(1);
    expect(bits[slot('verifiedTravelEvents/devcon')]).toBe(0);
  });

  it('counts the mails that set each slot, with 1 for a choice', () => {
    const log = [evidence('a', 'devcon', { subject: 'Same' }), evidence('b', 'devcon', { subject: 'Same' })];
    const counts = slotCounts(buildVector(log, { interests: ['bars'], events: [] }, CATALOG, null));
    expect(counts).toHaveLength(100);
    expect(counts[slotOf('Same')]).toBe(2);
    expect(counts[slot('travelInterests/bars')]).toBe(1);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
  });

  it('agrees with the facts, whatever the log and the choices are', () => {
    const entry = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      event: fc.constantFrom(...EVENT_KEYS),
      verified: fc.boolean(),
      source: fc.constantFrom('account' as const, 'file' as const),
      own: fc.boolean(),
    });
    const choice = fc.record({
      interests: fc.uniqueArray(fc.constantFrom(...INTEREST_KEYS)),
      events: fc.uniqueArray(fc.constantFrom(...EVENT_KEYS)),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), choice, fc.boolean(), (entries, choices, signedIn) => {
        const log = entries.map(({ id, event, verified, source, own }) =>
          evidence(id, event, {
            ...(verified && VERIFIED),
            source,
            addressedTo: own ? ['robinkeller@gmail.com'] : [],
          }),
        );
        const account = signedIn ? ACCOUNT : null;
        const { bits, mapping } = buildVector(log, choices, CATALOG, account);
        const facts = factsOf(log, choices, CATALOG, account);
        const held = FACTS.filter(({ id }) => facts.some((fact) => fact.id === id && fact.counts));
        const own = log.map(({ subject }) => slotOf(subject));
        expect(held.filter(({ slot: index }) => bits[index] !== 1)).toEqual([]);
        // A subject may share a slot with a fact, which is why decoding is strict.
        const explained = new Set([...own, ...held.map(({ slot: index }) => index)]);
        expect(setSlots(bits).filter((index) => !explained.has(index))).toEqual([]);
        expect(EVENT_KEYS.filter((event) => facts.filter(({ key }) => key === event).length > 1)).toEqual([]);
        expect(
          [...mapping.keys()].filter((index) => mapping[index]?.length !== 0 && bits[index] !== 1),
        ).toEqual([]);
      }),
      { seed: 3, numRuns: 300 },
    );
  });
});

describe('the mails of a slot', () => {
  function mailsOf(log: readonly LoggedEvidence[], index: number): string[] {
    return slotMails(buildVector(log, NOTHING, CATALOG, ACCOUNT), log, index).map(
      ({ messageId }) => messageId,
    );
  }

  it('are those whose subject has that slot and those of its fact, each once, newest first', () => {
    // The subject of this mail has the slot of its fact. The subject of another may have it by chance.
    const log = [
      evidence('undated', 'devcon', { date: null }),
      evidence('old', 'devcon', { date: 1 }),
      evidence('new', 'devcon', { date: 3, subject: 'waystamp/7/selfAttestedEvents/devcon' }),
      evidence('chance', 'edcon', { date: 2, subject: 'waystamp/7/selfAttestedEvents/devcon' }),
      evidence('other', 'edcon', { date: 9 }),
    ];
    expect(mailsOf(log, slot('selfAttestedEvents/devcon'))).toEqual(['new', 'chance', 'old', 'undated']);
    expect(mailsOf(log, slotOf('Subject of old'))).toContain('old');
    expect(
      slotMails(buildVector(log, NOTHING, CATALOG, null), log, slotOf('Subject of other')),
    ).toContainEqual({
      messageId: 'other',
      subject: 'Subject of other',
      from: 'tickets@devcon.org',
      date: 9,
    });
  });

  it('leave out mail that does not count: unverified mail of a verified event, and somebody else’s mail', () => {
    const log = [
      evidence('unsigned', 'devcon'),
      evidence('signed', 'devcon', VERIFIED),
      evidence('other', 'devcon', { ...VERIFIED, source: 'file', addressedTo: ['eve@mail.example'] }),
    ];
    expect(mailsOf(log, slot('verifiedTravelEvents/devcon'))).toEqual(['signed']);
    expect(mailsOf(log, slot('selfAttestedEvents/devcon'))).toEqual([]);
  });

  it('are the newest when there are very many', () => {
    const log = Array.from({ length: MAX_SLOT_MAILS + 5 }, (_, at) =>
      evidence(`m${at}`, 'devcon', { date: at }),
    );
    const listed = mailsOf(log, slot('selfAttestedEvents/devcon'));
    expect(listed).toHaveLength(MAX_SLOT_MAILS);
    expect(listed[0]).toBe(`m${MAX_SLOT_MAILS + 4}`);
    expect(listed.at(-1)).toBe('m5');
  });

  it.each([-1, 100, 1.5, Number.NaN])('are none when %s is not a slot', (index) => {
    const everywhere = Array.from({ length: 100 }, () => ['a']);
    const vector = { bits: new Uint8Array(100).fill(1), mapping: everywhere };
    expect(slotMails(vector, [evidence('a', 'devcon')], index)).toEqual([]);
  });
});

describe('the facts', () => {
  it('are in catalog order, each with its name, slot and mails, strongest mail first', () => {
    const signature = {
      domain: 'devcon.org',
      selector: 's',
      algorithm: 'rsa-sha256',
      keyBits: 2048,
      weak: false,
    };
    const log = [
      evidence('new', 'devcon', { date: 9 }),
      evidence('signed', 'devcon', { ...VERIFIED, date: 3, signature }),
      evidence('old', 'devcon', { date: 2 }),
      evidence('x', 'zuconnect'),
    ];
    const facts = factsOf(log, { interests: ['clubsRaves', 'running'], events: ['dweb'] }, CATALOG, null);
    expect(facts.map(({ id, name, origin }) => `${id} ${name} ${origin}`)).toEqual([
      'verifiedTravelEvents/devcon Devcon 7 SEA mail',
      'selfAttestedEvents/zuconnect ZuConnect mail',
      'selfAttestedEvents/dweb DWeb Camp 2024 person',
      'travelInterests/running running person',
      'travelInterests/clubsRaves clubs/raves person',
    ]);
    expect(facts.every(({ id, slot: own }) => own === slot(id))).toBe(true);
    expect(facts[0]?.mails.map(({ messageId }) => messageId)).toEqual(['signed', 'new', 'old']);
    expect(facts[0]?.mails[0]?.signature).toEqual({
      domain: 'devcon.org',
      algorithm: 'rsa-sha256',
      keyBits: 2048,
      weak: false,
    });
  });

  it('are shown but do not count when the mail of a file was addressed to somebody else', () => {
    const log = [evidence('a', 'devcon', { ...VERIFIED, source: 'file', addressedTo: ['eve@mail.example'] })];
    expect(factsOf(log, NOTHING, CATALOG, ACCOUNT)).toMatchObject([
      { id: 'verifiedTravelEvents/devcon', counts: false, origin: 'mail' },
    ]);
    expect(factsOf(log, NOTHING, CATALOG, null)).toMatchObject([
      { id: 'verifiedTravelEvents/devcon', counts: true },
    ]);
  });

  it('count as the person’s own word when such an event is ticked', () => {
    const log = [evidence('a', 'devcon', { ...VERIFIED, source: 'file', addressedTo: ['eve@mail.example'] })];
    const facts = factsOf(log, { interests: [], events: ['devcon'] }, CATALOG, ACCOUNT);
    expect(facts).toMatchObject([
      { id: 'selfAttestedEvents/devcon', counts: true, origin: 'person', mails: [] },
    ]);
  });
});

describe('evidence and choices of another catalog', () => {
  const log = [evidence('a', 'springRegatta', VERIFIED), evidence('b', 'devcon')];
  const choices = { interests: ['sailing', 'bars'], events: ['nightSwim', 'dweb'] };

  it('give no fact and set no slot', () => {
    const known = { interests: ['bars'], events: ['dweb'] };
    const [, devcon] = log;
    if (devcon === undefined) throw new Error('there is no such mail');
    expect(factsOf(log, choices, CATALOG, null)).toEqual(factsOf([devcon], known, CATALOG, null));
    expect(buildVector(log, choices, CATALOG, null)).toEqual(buildVector([devcon], known, CATALOG, null));
  });

  it('count with that catalog', () => {
    expect(factsOf(log, choices, LAKESIDE, null).map(({ id, name }) => [id, name])).toEqual([
      ['verifiedTravelEvents/springRegatta', 'Spring Regatta'],
      ['selfAttestedEvents/nightSwim', 'Night Swim'],
      ['travelInterests/sailing', 'sailing'],
    ]);
    const { byId } = catalogFacts(LAKESIDE);
    const facts = [
      'verifiedTravelEvents/springRegatta',
      'selfAttestedEvents/nightSwim',
      'travelInterests/sailing',
    ];
    const slots = facts.map((id) => byId.get(id)?.slot ?? -1);
    expect(setSlots(buildVector(log, choices, LAKESIDE, null).bits)).toEqual(
      sorted(...slots, slotOf('Subject of a')),
    );
  });
});

describe('a verified mail that was signed for somebody else', () => {
  const signed = { ...VERIFIED, signature: SIGNATURE };
  const other = (changes: Partial<LoggedEvidence> = {}): LoggedEvidence =>
    evidence('other', 'devcon', {
      ...signed,
      signedTo: ['eve@mail.example'],
      // Somebody added a Delivered-To to it.
      addressedTo: ['eve@mail.example', 'robinkeller@gmail.com'],
      ...changes,
    });

  it.each(['account', 'file'] as const)('is self-attested, and says why (%s)', (source) => {
    expect(factsOf([other({ source })], NOTHING, CATALOG, ACCOUNT)).toMatchObject([
      {
        id: 'selfAttestedEvents/devcon',
        mails: [
          {
            tier: 'selfAttested',
            reason: 'not-addressed',
            signature: null,
            refused: { domain: 'devcon.org', keyBits: 2048 },
          },
        ],
      },
    ]);
    const { bits } = buildVector([other({ source })], NOTHING, CATALOG, ACCOUNT);
    expect(setSlots(bits)).toEqual(sorted(slotOf('Subject of other'), slot('selfAttestedEvents/devcon')));
  });

  it('takes nothing from one that was signed for the account', () => {
    const own = evidence('own', 'devcon', signed);
    expect(factsOf([other(), own], NOTHING, CATALOG, ACCOUNT)).toMatchObject([
      { id: 'verifiedTravelEvents/devcon', mails: [{ messageId: 'own' }, { messageId: 'other' }] },
    ]);
  });

  it('keeps its tier while nobody is signed in, and for the person for whom it was signed', () => {
    for (const account of [null, 'Eve+conferences@mail.example']) {
      expect(factsOf([other()], NOTHING, CATALOG, account)).toMatchObject([
        { id: 'verifiedTravelEvents/devcon' },
      ]);
    }
  });

  it.each(['robin.keller@gmail.com', 'ROBINKELLER+x@GMAIL.COM', 'robinkeller@gmail.com'])(
    'is recognised by the folded address, and %s is the account',
    (account) => {
      const own = evidence('own', 'devcon', signed);
      expect(factsOf([own], NOTHING, CATALOG, account)).toMatchObject([
        { id: 'verifiedTravelEvents/devcon' },
      ]);
    },
  );
});
