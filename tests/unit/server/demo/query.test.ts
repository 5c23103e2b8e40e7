import { describe, expect, test } from 'vitest';
import { asksForSpamOrTrash, parseQuery } from '../../../../server/demo/gmail/query.ts';
import type { Query } from '../../../../server/demo/gmail/query.ts';
import type { SearchField } from '../../../../server/demo/mailbox/entry.ts';

const phrase = (text: string, field: SearchField = 'all'): Query => ({
  kind: 'phrase',
  field,
  words: text.split(' '),
});
const and = (...terms: Query[]): Query => ({ kind: 'and', terms });
const or = (...terms: Query[]): Query => ({ kind: 'or', terms });
const not = (term: Query): Query => ({ kind: 'not', term });

describe('a search in Gmail’s query language', () => {
  test.each<[string, Query]>([
    ['devcon', phrase('devcon')],
    ['devcon ticket', and(phrase('devcon'), phrase('ticket'))],
    ['"devcon ticket"', phrase('devcon ticket')],
    ['"never closed', phrase('never closed')],
    ['Réservation ＥＴＨＣＣ', and(phrase('reservation'), phrase('ethcc'))],
    ['EthCC[7]', phrase('ethcc 7')],
    ['from:devcon.org', phrase('devcon org', 'from')],
    ['FROM:devcon.org', phrase('devcon org', 'from')],
    ['subject:"your ticket"', phrase('your ticket', 'subject')],
    ['subject:(your ticket)', and(phrase('your', 'subject'), phrase('ticket', 'subject'))],
    ['from:{a b}', or(phrase('a', 'from'), phrase('b', 'from'))],
    ['a OR b', or(phrase('a'), phrase('b'))],
    ['a b OR c d', and(phrase('a'), or(phrase('b'), phrase('c')), phrase('d'))],
    ['a OR b OR c', or(or(phrase('a'), phrase('b')), phrase('c'))],
    ['a AND b', and(phrase('a'), phrase('b'))],
    ['a or b', and(phrase('a'), phrase('or'), phrase('b'))],
    ['{a b "c d"}', or(phrase('a'), phrase('b'), phrase('c d'))],
    ['-a', not(phrase('a'))],
    ['-from:a', not(phrase('a', 'from'))],
    ['-(a b)', not(and(phrase('a'), phrase('b')))],
    ['check-in', phrase('check in')],
    ['after:2024/03/01', { kind: 'after', time: Date.UTC(2024, 2, 1) }],
    ['before:2024-3-1', { kind: 'before', time: Date.UTC(2024, 2, 1) }],
    ['newer:1700000000', { kind: 'after', time: 1_700_000_000_000 }],
    ['after:yesterday', phrase('after yesterday')],
    ['after:2024/13/40', phrase('after 2024 13 40')],
    ['has:attachment', { kind: 'attachment' }],
    ['has:wings', phrase('has wings')],
    ['in:sent', { kind: 'label', label: 'SENT' }],
    ['is:unread', phrase('is unread')],
    ['https://devcon.org/x', phrase('https devcon org x')],
    ['', and()],
    ['   ', and()],
    ['()', and()],
    ['OR', and()],
    ['a OR', phrase('a')],
    ['OR a', phrase('a')],
    ['-', and()],
    ['a ) b', and(phrase('a'), phrase('b'))],
    ['(a (b', and(phrase('a'), phrase('b'))],
    ['!!! a', phrase('a')],
    ['東京', phrase('東 京')],
  ])('%s', (text, expected) => {
    expect(parseQuery(text)).toEqual(expected);
  });

  test('accepts the searches that a scan sends', () => {
    const text = '(from:devcon.org OR from:ethereum.org OR "devcon" OR "devcon 7 sea") after:1700000000';
    expect(parseQuery(text)).toEqual(
      and(
        or(
          or(or(phrase('devcon org', 'from'), phrase('ethereum org', 'from')), phrase('devcon')),
          phrase('devcon 7 sea'),
        ),
        { kind: 'after', time: 1_700_000_000_000 },
      ),
    );
  });

  test('survives a thousand brackets and long nonsense', () => {
    expect(() => parseQuery('('.repeat(1000))).not.toThrow();
    expect(() => parseQuery('-'.repeat(1000))).not.toThrow();
    expect(() => parseQuery('{-(from:"'.repeat(500))).not.toThrow();
  });
});

test.each([
  ['in:spam a', true],
  ['{in:trash in:inbox}', true],
  ['in:anywhere', true],
  ['a in:inbox', false],
])('%s searches spam or trash: %s', (text, expected) => {
  expect(asksForSpamOrTrash(parseQuery(text))).toBe(expected);
});
