import { SEARCH_FIELDS } from '../mailbox/entry.ts';
import type { SearchField } from '../mailbox/entry.ts';

/** A token of a search: a text with its operator, a bracket, or a joining word. */
export type Token =
  | { kind: 'text'; operator: string; text: string }
  /** `(` or `{` (any); with a field when `subject:(…)` applies to everything inside. */
  | { kind: 'open'; any: boolean; field?: SearchField }
  | { kind: 'close' }
  | { kind: 'not' | 'or' | 'and' };

const OPERATOR = /^([a-z_]+):(?=\S)/i;
const BARE_TEXT = /^[^\s(){}"]+/;

/** Splits a search into tokens. An unclosed quotation mark reaches to the end. */
export function lexQuery(text: string): Token[] {
  const tokens: Token[] = [];
  let rest = text.trimStart();
  while (rest !== '') {
    const { token, length } = nextToken(rest);
    tokens.push(token);
    rest = rest.slice(length).trimStart();
  }
  return tokens;
}

function nextToken(rest: string): { token: Token; length: number } {
  const first = rest[0];
  if (first === '(' || first === '{') return { token: { kind: 'open', any: first === '{' }, length: 1 };
  if (first === ')' || first === '}') return { token: { kind: 'close' }, length: 1 };
  if (first === '-' && /^-[^\s-]/.test(rest)) return { token: { kind: 'not' }, length: 1 };
  const joiner = /^(OR|AND)(?=[\s(){}"]|$)/.exec(rest)?.[1] ?? /^\|(?=\s)/.exec(rest)?.[0];
  if (joiner) return { token: { kind: joiner === 'AND' ? 'and' : 'or' }, length: joiner.length };
  return textToken(rest);
}

function textToken(rest: string): { token: Token; length: number } {
  const [prefix, name] = OPERATOR.exec(rest) ?? ['', ''];
  const operator = (name ?? '').toLowerCase();
  const value = rest.slice(prefix.length);
  const bracket = value[0];
  if (operator !== '' && (bracket === '(' || bracket === '{')) {
    const field = SEARCH_FIELDS.find((known) => known === operator);
    const token: Token = { kind: 'open', any: bracket === '{', ...(field ? { field } : {}) };
    return { token, length: prefix.length + 1 };
  }
  if (bracket === '"') {
    const end = value.indexOf('"', 1);
    const quoted = end < 0 ? value : value.slice(0, end + 1);
    const text = quoted.slice(1, end < 0 ? undefined : -1);
    return { token: { kind: 'text', operator, text }, length: prefix.length + quoted.length };
  }
  const text = BARE_TEXT.exec(value)?.[0] ?? value[0] ?? '';
  return { token: { kind: 'text', operator, text }, length: prefix.length + text.length };
}
