import { describe, expect, it } from 'vitest';
import { promptFor, tokenOf } from '../../../src/auth/google.ts';
import { GMAIL_READONLY, scopesFor } from '../../../src/auth/scopes.ts';
import { leftOutSentence, WINDOW_ENDS } from '../../../src/texts/google-window.ts';
import { scopeWords } from '../../../src/texts/scopes.ts';

const NOW = 1_700_000_000_000;

/** As Google answers: the short scopes come back with their long names. */
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

const partial = tokenOf(ANSWER, NOW);
const full = tokenOf({ ...ANSWER, scope: `${ANSWER.scope} ${GMAIL_READONLY}` }, NOW);

describe('an answer of Google’s', () => {
  it('becomes a token with an absolute expiry, and nothing more', () => {
    const token = {
      access_token: 'ya29.a',
      token_type: 'Bearer',
      scope: ANSWER.scope,
      expires_at: NOW + 3_599_000,
    };
    expect(partial).toEqual(token);
    expect(tokenOf({ ...ANSWER, expires_in: '3599' }, NOW)).toEqual(token);
  });

  it.each([
    ['no token', { ...ANSWER, access_token: '' }],
    ['no scope', { ...ANSWER, scope: undefined }],
    ['no expiry', { ...ANSWER, expires_in: 'soon' }],
    ['an expiry that has passed', { ...ANSWER, expires_in: 0 }],
    ['nothing', null],
  ])('with %s is none', (_what, answer) => {
    expect(tokenOf(answer, NOW)).toBeNull();
  });
});

describe('Google’s window', () => {
  it('begins with the account for somebody new, with what is asked after a part was left out, else with neither', () => {
    expect(promptFor(null, 'mailbox')).toBe('select_account');
    expect(promptFor(partial, 'mailbox')).toBe('consent');
    expect(promptFor(partial, 'account')).toBe('');
    expect(promptFor(full, 'mailbox')).toBe('');
  });

  it('is asked for the address and the name only, to compare a file’s facts', () => {
    expect(scopesFor('account').map(scopeWords)).toEqual(['your address', 'your name']);
    expect(scopesFor('mailbox').map(scopeWords)).toEqual([
      'your address',
      'your name',
      'reading your mail (read-only)',
    ]);
  });

  it('comes with what is missing, for who left it out', () => {
    expect(leftOutSentence(partial, 'mailbox')).toBe(
      'Not allowed so far: reading your mail (read-only). Google’s window has a box for it; tick it to go on.',
    );
    expect([
      leftOutSentence(null, 'mailbox'),
      leftOutSentence(full, 'mailbox'),
      leftOutSentence(partial, 'account'),
    ]).toEqual(['', '', '']);
  });

  it.each(Object.entries(WINDOW_ENDS))('that is %s leaves a way on', (_end, text) => {
    expect(text).toContain('Nothing was read, and what is on this device is unchanged.');
    expect(text).toMatch(/[Pp]ress Continue with Google/);
  });
});
