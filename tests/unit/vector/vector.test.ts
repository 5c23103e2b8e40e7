import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATALOG, EVENT_KEYS, factById, FACTS, INTEREST_KEYS, slotOf } from '../../../catalog/index.ts';
import type { EventKey } from '../../../catalog/index.ts';
import type { LoggedEvidence } from '../../../worker/records.ts';
import { MAX_SLOT_MAILS } from '../../../worker/contract.ts';
import { buildVector, factsOf, slotCounts, slotMails } from '../../../worker/vector/index.ts';

const NOTHING = { interests: [], events: [] };
const ACCOUNT = 'Robin.Keller@gmail.com';

function evidence(messageId: string, event: EventKey, changes: Partial<LoggedEvidence> = {}): LoggedEvidence {
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
  it('has 100 slots, none of them set when there is nothing', () => {
    const { bits, mapping } = buildVector([], NOTHING, null);
    expect(bits).toEqual(new Uint8Array(100));
    expect(mapping).toEqual(Array.from({ length: 100 }, () => []));
  });

  it('sets the slot of the mail’s subject and of the fact that it supports, and maps both to the mail', () => {
    const { bits, mapping } = buildVector([evidence('a', 'devcon')], NOTHING, null);
    const own = slotOf('Subject of a');
    expect(setSlots(bits)).toEqual(sorted(own, slot('selfAttestedEvents/devcon')));
    expect(mapping[own]).toEqual(['a']);
    expect(mapping[slot('selfAttestedEvents/devcon')]).toEqual(['a']);
  });

  it('lets a verified mail support the verified fact', () => {
    const { bits, mapping } = buildVector([evidence('a', 'devcon', VERIFIED)], NOTHING, null);
    expect(setSlots(bits)).toEqual(sorted(slotOf('Subject of a'), slot('verifiedTravelEvents/devcon')));
    expect(mapping[slot('verifiedTravelEvents/devcon')]).toEqual(['a']);
  });

  it('never sets both facts of an event: verified wins over mail and over a tick', () => {
    const log = [evidence('a', 'devcon'), evidence('b', 'devcon', VERIFIED)];
    const { bits, mapping } = buildVector(log, { interests: [], events: ['devcon'] }, null);
    expect(bits[slot('verifiedTravelEvents/devcon')]).toBe(1);
    expect(bits[slot('selfAttestedEvents/devcon')]).toBe(0);
    expect(mapping[slot('verifiedTravelEvents/devcon')]).toEqual(['b']);
    expect(mapping[slotOf('Subject of a')]).toContain('a');
  });

  it('sets the slots of chosen interests and ticked events without a mail', () => {
    const { bits, mapping } = buildVector([], { interests: ['running', 'karaoke'], events: ['edcon'] }, null);
    const slots = sorted(
      slot('travelInterests/running'),
      slot('travelInterests/karaoke'),
      slot('selfAttestedEvents/edcon'),
    );
    expect(setSlots(bits)).toEqual(slots);
    expect(mapping.flat()).toEqual([]);
  });

  it('lists a mail once in a slot, even when it supports two events', () => {
    const { mapping } = buildVector([evidence('a', 'devcon'), evidence('a', 'edcon')], NOTHING, null);
    expect(mapping[slotOf('Subject of a')]).toEqual(['a']);
  });

  it('counts mail of a file only when it was addressed to the account, tags and dots folded', () => {
    const file = { source: 'file' } as const;
    const log = [
      evidence('own', 'devcon', { ...file, addressedTo: ['robinkeller@gmail.com'] }),
      evidence('other', 'edcon', { ...file, ...VERIFIED, addressedTo: ['eve@mail.example'] }),
      evidence('nobody', 'dweb', file),
      evidence('account', 'ethCC', { addressedTo: ['eve@mail.example'] }),
    ];
    const signedIn = buildVector(log, NOTHING, ACCOUNT);
    expect([...new Set(signedIn.mapping.flat())].toSorted()).toEqual(['account', 'own']);
    const signedOut = buildVector(log, NOTHING, null);
    expect(new Set(signedOut.mapping.flat()).size).toBe(4);
  });

  it('does not let somebody else’s verified mail hide the person’s own', () => {
    const log = [
      evidence('own', 'devcon'),
      evidence('other', 'devcon', { ...VERIFIED, source: 'file', addressedTo: ['eve@mail.example'] }),
    ];
    const { bits } = buildVector(log, NOTHING, ACCOUNT);
    expect(bits[slot('selfAttestedEvents/devcon')]).toBe(1);
    expect(bits[slot('verifiedTravelEvents/devcon')]).toBe(0);
  });

  it('counts for the grid how many mails set each slot, and 1 for a choice', () => {
    const log = [evidence('a', 'devcon', { subject: 'Same' }), evidence('b', 'devcon', { subject: 'Same' })];
    const counts = slotCounts(buildVector(log, { interests: ['bars'], events: [] }, null));
    expect(counts).toHaveLength(100);
    expect(counts[slotOf('Same')]).toBe(2);
    expect(counts[slot('travelInterests/bars')]).toBe(1);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
  });

  it('and the facts agree, whatever the log and the choices are', () => {
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
        const { bits, mapping } = buildVector(log, choices, account);
        const facts = factsOf(log, choices, CATALOG, account);
        const held = FACTS.filter(({ id }) => facts.some((fact) => fact.id === id && fact.counts));
        const own = log.map(({ subject }) => slotOf(subject));
        expect(held.filter(({ slot: index }) => bits[index] !== 1)).toEqual([]);
        // A subject may share a slot with a fact; decoding is strict for that reason (DESIGN 3).
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
    return slotMails(buildVector(log, NOTHING, ACCOUNT), log, index).map(({ messageId }) => messageId);
  }

  it('are those whose subject has it and those that support its fact, each once, newest first', () => {
    // The mail's own subject lies in the slot of its fact, as another's may lie in it by chance.
    const log = [
      evidence('undated', 'devcon', { date: null }),
      evidence('old', 'devcon', { date: 1 }),
      evidence('new', 'devcon', { date: 3, subject: 'waystamp/7/selfAttestedEvents/devcon' }),
      evidence('chance', 'edcon', { date: 2, subject: 'waystamp/7/selfAttestedEvents/devcon' }),
      evidence('other', 'edcon', { date: 9 }),
    ];
    expect(mailsOf(log, slot('selfAttestedEvents/devcon'))).toEqual(['new', 'chance', 'old', 'undated']);
    expect(mailsOf(log, slotOf('Subject of old'))).toContain('old');
    expect(slotMails(buildVector(log, NOTHING, null), log, slotOf('Subject of other'))).toContainEqual({
      messageId: 'other',
      subject: 'Subject of other',
      from: 'tickets@devcon.org',
      date: 9,
    });
  });

  it('leave out what does not count: an unverified mail of a verified event, and somebody else’s', () => {
    const log = [
      evidence('unsigned', 'devcon'),
      evidence('signed', 'devcon', VERIFIED),
      evidence('other', 'devcon', { ...VERIFIED, source: 'file', addressedTo: ['eve@mail.example'] }),
    ];
    expect(mailsOf(log, slot('verifiedTravelEvents/devcon'))).toEqual(['signed']);
    expect(mailsOf(log, slot('selfAttestedEvents/devcon'))).toEqual([]);
  });

  it('are the newest of very many', () => {
    const log = Array.from({ length: MAX_SLOT_MAILS + 5 }, (_, at) =>
      evidence(`m${at}`, 'devcon', { date: at }),
    );
    const listed = mailsOf(log, slot('selfAttestedEvents/devcon'));
    expect(listed).toHaveLength(MAX_SLOT_MAILS);
    expect(listed[0]).toBe(`m${MAX_SLOT_MAILS + 4}`);
    expect(listed.at(-1)).toBe('m5');
  });

  it.each([-1, 100, 1.5, Number.NaN])('are none where %s is no slot', (index) => {
    const everywhere = Array.from({ length: 100 }, () => ['a']);
    const vector = { bits: new Uint8Array(100).fill(1), mapping: everywhere };
    expect(slotMails(vector, [evidence('a', 'devcon')], index)).toEqual([]);
  });
});

describe('the facts', () => {
  it('stand in catalog order, each with its name, slot and mails, the strongest first', () => {
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

  it('are shown but do not count when a file’s mail was addressed to somebody else', () => {
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

describe('a verified mail that was signed for somebody else', () => {
  const signed = { ...VERIFIED, signature: SIGNATURE };
  const other = (changes: Partial<LoggedEvidence> = {}): LoggedEvidence =>
    evidence('other', 'devcon', {
      ...signed,
      signedTo: ['eve@mail.example'],
      // Somebody wrote a Delivered-To into it.
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
    const { bits } = buildVector([other({ source })], NOTHING, ACCOUNT);
    expect(setSlots(bits)).toEqual(sorted(slotOf('Subject of other'), slot('selfAttestedEvents/devcon')));
  });

  it('takes nothing from one that was signed for the account', () => {
    const own = evidence('own', 'devcon', signed);
    expect(factsOf([other(), own], NOTHING, CATALOG, ACCOUNT)).toMatchObject([
      { id: 'verifiedTravelEvents/devcon', mails: [{ messageId: 'own' }, { messageId: 'other' }] },
    ]);
  });

  it('stands as its signature says while nobody is signed in, and for whom it was signed', () => {
    for (const account of [null, 'Eve+conferences@mail.example']) {
      expect(factsOf([other()], NOTHING, CATALOG, account)).toMatchObject([
        { id: 'verifiedTravelEvents/devcon' },
      ]);
    }
  });

  it.each(['robin.keller@gmail.com', 'ROBINKELLER+x@GMAIL.COM', 'robinkeller@gmail.com'])(
    'is told by the folded address, and %s is the account',
    (account) => {
      const own = evidence('own', 'devcon', signed);
      expect(factsOf([own], NOTHING, CATALOG, account)).toMatchObject([
        { id: 'verifiedTravelEvents/devcon' },
      ]);
    },
  );
});
