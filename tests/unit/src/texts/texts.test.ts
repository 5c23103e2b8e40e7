import { describe, expect, it } from 'vitest';
import { failure, toAppError } from '../../../../worker/errors.ts';
import { IDLE_SCAN, type Activity, type EvidenceMail } from '../../../../worker/contract.ts';
import type { TierReason } from '../../../../worker/records.ts';
import { bytes, countOf, duration, listOf } from '../../../../src/texts/amounts.ts';
import { eventDate, postmarkDate } from '../../../../src/texts/dates.ts';
import { textsOf } from '../../../../src/language/language.ts';
import { reasonTexts } from '../../../../src/texts/en/evidence.ts';
import { willSee, type NamedStamp } from '../../../../src/texts/disclosure.ts';
import { problemText, TOASTED, WAYS_ON } from '../../../../src/texts/problems.ts';
import { activityText, announcement } from '../../../../src/texts/scan.ts';
import { verdict } from '../../../../src/texts/verdicts.ts';

const REASONS: Record<TierReason, true> = {
  unsigned: true,
  'signature-failed': true,
  'key-unknown': true,
  'key-outdated': true,
  'foreign-signer': true,
  'body-limited': true,
  'subject-unsigned': true,
  'from-unsigned': true,
  'to-unsigned': true,
  'mime-unsigned': true,
  'not-addressed': true,
  'duplicate-headers': true,
  'key-too-small': true,
  'algorithm-refused': true,
};

function verified(signature: NonNullable<EvidenceMail['signature']>): string {
  return verdict({ tier: 'verified', reason: null, signature, refused: null });
}

function selfAttested(reason: TierReason | null, refused: EvidenceMail['refused']): string {
  return verdict({ tier: 'selfAttested', reason, signature: null, refused });
}

describe('verdicts', () => {
  it.each(Object.keys(REASONS) as TierReason[])(
    'say in a sentence of their own why a mail is %s, and who signed it',
    (reason) => {
      const text = selfAttested(reason, { domain: 'devcon.org', keyBits: 2048 });
      expect(text).toMatch(/^[A-Z].+\.$/);
      const others = Object.keys(REASONS).filter((other) => other !== reason) as TierReason[];
      expect(
        others.map((other) => selfAttested(other, { domain: 'devcon.org', keyBits: 2048 })),
      ).not.toContain(text);
      expect(text.includes('devcon.org')).toBe(reason !== 'unsigned');
      expect(selfAttested(reason, null)).not.toMatch(/devcon|undefined|null|0-bit/);
    },
  );

  it('give the size of a key that is too small', () => {
    expect(selfAttested('key-too-small', { domain: 'ethdenver.com', keyBits: 768 })).toBe(
      'Signed by ethdenver.com with a 768-bit key, which is too short to trust.',
    );
  });

  it('have words for a reason that a newer version stored', () => {
    for (const reason of ['sunspots', 'toString'] as unknown as TierReason[]) {
      expect(selfAttested(reason, null)).toBe('Its signature does not prove who sent it.');
    }
    expect(Object.keys(textsOf(reasonTexts)).toSorted()).toEqual(Object.keys(REASONS).toSorted());
  });

  it('name the signer, the extent and the key of a verified mail', () => {
    expect(verified({ domain: 'devcon.org', algorithm: 'rsa-sha256', keyBits: 2048, weak: false })).toBe(
      'Signed by devcon.org, whole mail, 2048-bit key.',
    );
    expect(verified({ domain: 'lu.ma', algorithm: 'rsa-sha256', keyBits: 1024, weak: true })).toBe(
      'Signed by lu.ma, whole mail, 1024-bit key, weak by today’s measure.',
    );
    expect(verified({ domain: 'lu.ma', algorithm: 'ed25519-sha256', keyBits: 256, weak: false })).toBe(
      'Signed by lu.ma, whole mail, Ed25519 key.',
    );
  });
});

const ADA = 'ada@mail.example';
const DEVCON: NamedStamp = { name: 'Devcon', list: 'verifiedTravelEvents' };
const BARS: NamedStamp = { name: 'bars', list: 'travelInterests' };

describe('the sentence beside the button', () => {
  it('names the recipient, the address, and each stamp with its tier', () => {
    expect(willSee('Waystamp', ADA, { selected: [DEVCON, BARS], shown: [], whole: true })).toBe(
      'Waystamp will see: ada@mail.example · Devcon, verified · bars, your word. You can withdraw it later.',
    );
  });

  it('includes what is already shown', () => {
    expect(willSee('Waystamp', ADA, { selected: [BARS], shown: [DEVCON], whole: true })).toBe(
      'Waystamp will see: ada@mail.example · bars, your word. Already shown: Devcon, verified. You can withdraw it later.',
    );
    expect(willSee('Waystamp', ADA, { selected: [], shown: [DEVCON], whole: true })).toBe(
      'Waystamp sees: ada@mail.example · Devcon, verified. Nothing else.',
    );
    // Not said when the server's record is incomplete.
    expect(willSee('Waystamp', ADA, { selected: [], shown: [DEVCON], whole: false })).toBe(
      'Waystamp sees: ada@mail.example · Devcon, verified.',
    );
  });

  it('says that nothing is selected', () => {
    expect(willSee('Waystamp', ADA, { selected: [], shown: [], whole: true })).toBe(
      'Nothing is selected, so nothing is sent.',
    );
  });
});

describe('problems', () => {
  it('take their headline from the first sentence, and do not repeat it', () => {
    const error = { code: 'mbox_empty', message: 'mbox_empty' } as const;
    const title = 'This file holds no mail';
    expect(problemText(error)).toEqual({
      title,
      lines: ['Choose the .mbox file of your export.'],
      way: 'file',
    });
    expect(problemText(error, true)).toEqual({
      title,
      lines: ['Choose the .mbox file of your export.', 'What was found before is kept.'],
      way: 'file',
    });
  });

  it('explain the errors whose words are fixed', () => {
    const { title, lines } = problemText({
      code: 'fetch_attempts_reached',
      message: 'Max fetch attempts reached',
    });
    expect(title).toBe('The mailbox stopped answering');
    expect(lines[0]).toBe('Max fetch attempts reached');
    expect(lines[1]).toContain('kept');
  });

  it('do not end the headline at a dot inside a name', () => {
    const { title } = problemText({ code: 'mbox_not_a_mailbox', message: '', is: 'single-mail' });
    expect(title).toBe('This looks like a single mail (.eml)');
  });

  it('appear as toasts where their texts are fixed', () => {
    expect([...TOASTED].toSorted()).toEqual([
      'create_account_failed',
      'psi_account_setup',
      'update_keys_failed',
      'user_lookup_failed',
    ]);
  });

  it('offer to sign in when the sign-in has expired, and to allow reading when that permission has', () => {
    expect([WAYS_ON.session_expired, WAYS_ON.session_ended, WAYS_ON.session_invalid]).toEqual(
      Array(3).fill('sign-in'),
    );
    expect([WAYS_ON.token_expired, WAYS_ON.scopes_missing, WAYS_ON.other_address]).toEqual(
      Array(3).fill('allow'),
    );
  });

  it.each([
    'sign_in_failed',
    'sign_in_limited',
    'id_token_expired',
    'id_token_audience',
    'id_token_unsigned',
    'id_token_nonce',
    'id_token_unverified',
    'id_token_used',
    'id_token_invalid',
    'provider_silent',
    'session_expired',
    'session_ended',
    'session_invalid',
    'other_address',
  ] as const)('of a sign-in (%s) say what happened, what is safe, and what to do', (code) => {
    const { title, lines } = problemText(toAppError(failure(code)));
    expect(title).toMatch(/^[A-Z][^.]+$/);
    expect(lines.join(' ')).toMatch(
      /Nothing on this device has changed|is kept on this device|No mail has been read/,
    );
    expect(lines.join(' ')).toMatch(/[Ss]ign in|[Tt]ry again|Allow reading again/);
  });
});

describe('the progress of a scan', () => {
  it.each<[Activity | null, string]>([
    [null, ''],
    [{ kind: 'opening' }, 'Opening your mailbox'],
    [{ kind: 'searching', sender: 'devcon.org' }, 'Looking for tickets from devcon.org'],
    [{ kind: 'narrowing' }, 'Setting newsletters aside'],
    [{ kind: 'headers' }, 'Reading headers'],
    [{ kind: 'mail', number: 7, of: 2136 }, 'Reading the text of mail 7 of 2,136'],
    [{ kind: 'file', name: 'mail.mbox' }, 'Reading mail.mbox'],
    [{ kind: 'file', name: null }, 'Reading the mailbox file'],
    [{ kind: 'waiting', seconds: 1 }, 'The mail server did not answer. Trying again in 1 second'],
    [{ kind: 'waiting', seconds: 12 }, 'The mail server did not answer. Trying again in 12 seconds'],
  ])('has words for every step: %o', (activity, words) => {
    expect(activityText(activity)).toBe(words);
  });

  it('is announced in steps, not at every mail', () => {
    const total = 2136;
    const told = Array.from({ length: total + 1 }, (_, done) =>
      announcement({ ...IDLE_SCAN, done, total }, 3),
    );
    expect([...new Set(told)]).toEqual(
      [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((percent) => `${percent} % read, 3 stamps found`),
    );
  });

  it('is announced with every stamp, even before the total is known', () => {
    expect(announcement(IDLE_SCAN, 1)).toBe('1 stamp found');
    expect(announcement({ ...IDLE_SCAN, done: 3, total: 10 }, 2)).toBe('30 % read, 2 stamps found');
  });
});

describe('dates', () => {
  it.each([
    ['2024-11-12', '2024-11-15', '12–15 Nov 2024', ['12–15', 'Nov', '2024']],
    ['2024-04-10', '2024-04-10', '10 Apr 2024', ['10', 'Apr', '2024']],
    ['2023-10-29', '2023-11-11', '29 Oct – 11 Nov 2023', ['29 Oct', '11 Nov', '2023']],
    ['2024-12-30', '2025-01-02', '30 Dec 2024 – 2 Jan 2025', ['30 Dec', '2 Jan', '2025']],
  ])('of %s to %s read %s', (starts, ends, sentence, lines) => {
    expect(eventDate(starts, ends)).toBe(sentence);
    expect(postmarkDate(starts, ends)).toEqual(lines);
  });
});

describe('amounts', () => {
  it('count in words', () => {
    expect([countOf(1, 'mail'), countOf(0, 'mail'), countOf(2136, 'mail')]).toEqual([
      '1 mail',
      '0 mails',
      '2,136 mails',
    ]);
    expect([listOf([]), listOf(['a']), listOf(['a', 'b', 'c'])]).toEqual(['', 'a', 'a, b and c']);
  });

  it('measure files in the units that phones use', () => {
    expect([0, 999, 1000, 2_140_000, 412_000_000, 2_100_000_000].map(bytes)).toEqual([
      '0 bytes',
      '999 bytes',
      '1.0 kB',
      '2.1 MB',
      '412 MB',
      '2.1 GB',
    ]);
  });

  it('round the remaining time so that it does not flicker', () => {
    expect([0, 31_000, 58_000, 150_000, 3_700_000].map(duration)).toEqual([
      'a few seconds',
      'about 40 seconds',
      'about a minute',
      'about 3 minutes',
      'about 2 hours',
    ]);
  });
});
