import { describe, expect, it } from 'vitest';
import { accountHint, grantOf, newNonce, promptFor } from '../../../../src/auth/google.ts';
import { GMAIL_READONLY, MAILBOX_SCOPES } from '../../../../src/auth/scopes.ts';
import { textsOf } from '../../../../src/language/language.ts';
import { windowTexts } from '../../../../src/texts/en/reading.ts';
import { leftOutSentence, missingWords, scopeWords } from '../../../../src/texts/scopes.ts';

const NOW = 1_700_000_000_000;

/** As Google answers: short scopes come back under their long names. */
const LONG =
  'https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile';
const ANSWER = {
  access_token: 'ya29.a',
  token_type: 'Bearer',
  scope: `${LONG} openid`,
  expires_in: 3599,
  authuser: '0',
  prompt: 'consent',
};

const partial = grantOf(ANSWER, NOW);
const full = grantOf({ ...ANSWER, scope: `${ANSWER.scope} ${GMAIL_READONLY}` }, NOW);

describe('an answer from Google', () => {
  it('becomes a grant with an absolute expiry, and nothing more', () => {
    const token = {
      access_token: 'ya29.a',
      token_type: 'Bearer',
      scope: ANSWER.scope,
      expires_at: NOW + 3_599_000,
      provider: 'google',
    };
    expect(partial).toEqual(token);
    expect(grantOf({ ...ANSWER, expires_in: '3599' }, NOW)).toEqual(token);
  });

  it.each([
    ['no token', { ...ANSWER, access_token: '' }],
    ['no scope', { ...ANSWER, scope: undefined }],
    ['no expiry', { ...ANSWER, expires_in: 'soon' }],
    ['an expiry that has passed', { ...ANSWER, expires_in: 0 }],
    ['nothing', null],
  ])('with %s is not a grant', (_what, answer) => {
    expect(grantOf(answer, NOW)).toBeNull();
  });
});

describe('a nonce', () => {
  it('is a new secret each time, whose SHA-256 goes into the ID token', async () => {
    const [one, other] = await Promise.all([newNonce(), newNonce()]);
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(one.secret));
    expect(one.hash).toBe(Buffer.from(digest).toString('base64url'));
    expect(one.secret).toMatch(/^[\w-]{43}$/);
    expect(other.secret).not.toBe(one.secret);
  });
});

describe('Google’s window', () => {
  it('shows the full consent page after an incomplete grant; otherwise Google decides', () => {
    expect([promptFor(null), promptFor(partial), promptFor(full)]).toEqual(['', 'consent', '']);
  });

  it('gets the account’s address under both names: Google’s and the library’s', () => {
    expect(accountHint('sam.rivers@gmail.com')).toEqual({
      login_hint: 'sam.rivers@gmail.com',
      hint: 'sam.rivers@gmail.com',
    });
  });

  it('asks for these three scopes', () => {
    expect(MAILBOX_SCOPES.map(scopeWords)).toEqual([
      'your address',
      'your name',
      'reading your mail (read-only)',
    ]);
  });

  it('is preceded by a list of what was left out before', () => {
    expect(leftOutSentence(partial)).toBe(
      'Not allowed so far: reading your mail (read-only). The next page has a box for it; tick it to go on.',
    );
    expect([leftOutSentence(null), leftOutSentence(full)]).toEqual(['', '']);
  });

  it.each([
    ['email', 'your address', /^Your address is needed to compare/],
    ['profile', 'your name', /^Your name is asked for/],
    [GMAIL_READONLY, 'reading your mail (read-only)', /^Without reading your mail/],
  ])('names exactly what is missing, and what to press: %s', (scope, words, need) => {
    const granted = MAILBOX_SCOPES.filter((other) => other !== scope).join(' ');
    const missing = missingWords(grantOf({ ...ANSWER, scope: granted }, NOW));
    expect(missing?.title).toBe(`Not allowed yet: ${words}`);
    expect(missing?.lines[0]).toMatch(need);
    expect(missing?.lines.slice(1)).toEqual([
      'Press Allow reading again and tick it, or import a mailbox file.',
    ]);
  });

  it('names each of several missing scopes, and nothing when all are granted', () => {
    const missing = missingWords(grantOf({ ...ANSWER, scope: 'profile' }, NOW));
    expect(missing?.title).toBe('Not allowed yet: your address and reading your mail (read-only)');
    expect(missing?.lines).toHaveLength(3);
    expect(missing?.lines[2]).toContain('tick both');
    expect([missingWords(full), missingWords(null)]).toEqual([null, null]);
  });

  it.each(Object.entries(textsOf(windowTexts)))('leaves a way on when it is %s', (_end, text) => {
    expect(text).toContain('Nothing was read, and what is on this device is unchanged.');
    expect(text).toMatch(/[Pp]ress Allow reading/);
  });
});
