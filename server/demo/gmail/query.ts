import { SEARCH_FIELDS } from '../mailbox/entry.ts';
import type { SearchField } from '../mailbox/entry.ts';
import { searchWords } from '../mailbox/words.ts';
import { lexQuery } from './query-lexer.ts';
import type { Token } from './query-lexer.ts';

/** A search as a tree. An empty `and` matches every mail, an empty `or` none. */
export type Query =
  | { kind: 'and' | 'or'; terms: Query[] }
  | { kind: 'not'; term: Query }
  /** Consecutive words in a field. */
  | { kind: 'phrase'; field: SearchField; words: string[] }
  /** Received at or after (`after`) or before this moment, in milliseconds. */
  | { kind: 'after' | 'before'; time: number }
  | { kind: 'attachment' }
  /** A label id in upper case; `ANYWHERE` for every mail, spam and trash included. */
  | { kind: 'label'; label: string };

/** Brackets nested deeper than this are ignored. */
const MAX_DEPTH = 30;
const DAY_MS = 86_400_000;

/**
 * Parses the part of Gmail's search language that applications use: words, "phrases", `from:` `to:` `cc:` `subject:`
 * `deliveredto:`, `after:` `before:` `newer:` `older:` (date or epoch seconds), `has:attachment`, `in:` `label:`, `OR`,
 * `AND`, `{a b}`, brackets and `-`. As in Gmail, adjacent words mean "and", `OR` binds more tightly, and an unknown
 * operator is searched for as words. Dates are days in UTC. Never throws.
 */
export function parseQuery(text: string): Query {
  const parser = createParser(lexQuery(text));
  const terms: Query[] = [];
  // A stray closing bracket ends a sequence early; continue after it.
  while (!parser.done()) {
    terms.push(parser.sequence('and', 'all', 0));
    parser.skip();
  }
  return join('and', terms);
}

/** True when the query names spam or trash, which are then searched too. */
export function asksForSpamOrTrash(query: Query): boolean {
  switch (query.kind) {
    case 'and':
    case 'or':
      return query.terms.some(asksForSpamOrTrash);
    case 'label':
      return ['SPAM', 'TRASH', 'ANYWHERE'].includes(query.label);
    case 'not':
    case 'phrase':
    case 'after':
    case 'before':
    case 'attachment':
      return false;
  }
}

function createParser(tokens: readonly Token[]) {
  let at = 0;

  /** Terms up to a closing bracket: all of them (`and`), or any (`or`, in braces). */
  const sequence = (kind: 'and' | 'or', field: SearchField, depth: number): Query => {
    const terms: Query[] = [];
    let either = false;
    for (;;) {
      const token = tokens[at];
      if (token === undefined || token.kind === 'close') break;
      if (token.kind === 'or' || token.kind === 'and') {
        either = token.kind === 'or' && terms.length > 0;
        at += 1;
        continue;
      }
      const next = term(token, field, depth);
      const last = terms.at(-1);
      if (next === null) continue;
      if (either && last) terms[terms.length - 1] = join('or', [last, next]);
      else terms.push(next);
      either = false;
    }
    return join(kind, terms);
  };

  const term = (token: Token, field: SearchField, depth: number): Query | null => {
    at += 1;
    if (token.kind === 'not') {
      const negated = tokens[at];
      if (negated === undefined || negated.kind === 'close') return null;
      const inner = term(negated, field, depth);
      return inner === null ? null : { kind: 'not', term: inner };
    }
    if (token.kind === 'open') {
      if (depth >= MAX_DEPTH) return null;
      const inner = sequence(token.any ? 'or' : 'and', token.field ?? field, depth + 1);
      if (tokens[at]?.kind === 'close') at += 1;
      return inner;
    }
    if (token.kind === 'text') return leaf(token.operator, token.text, field);
    return null;
  };

  return {
    done: () => at >= tokens.length,
    skip: () => {
      at += 1;
    },
    sequence,
  };
}

function join(kind: 'and' | 'or', terms: Query[]): Query {
  const [only] = terms;
  return terms.length === 1 && only ? only : { kind, terms };
}

function leaf(operator: string, text: string, field: SearchField): Query | null {
  const searchField = SEARCH_FIELDS.find((name) => name === operator);
  if (searchField) return phrase(searchField, text);
  switch (operator) {
    case '':
      return phrase(field, text);
    case 'after':
    case 'newer':
    case 'before':
    case 'older': {
      const time = readTime(text);
      if (time === null) return phrase(field, `${operator} ${text}`);
      return { kind: operator === 'after' || operator === 'newer' ? 'after' : 'before', time };
    }
    case 'has':
      return text.toLowerCase() === 'attachment' ? { kind: 'attachment' } : phrase(field, `has ${text}`);
    case 'in':
    case 'label':
      return { kind: 'label', label: text.toUpperCase() };
    default:
      return phrase(field, `${operator} ${text}`);
  }
}

/** A text without letters or digits is ignored, as in Gmail. */
function phrase(field: SearchField, text: string): Query | null {
  const words = searchWords(text);
  return words.length === 0 ? null : { kind: 'phrase', field, words };
}

/** `2024/3/1`, `2024-03-01`, or seconds since the epoch, as milliseconds; null when it is neither. */
function readTime(text: string): number | null {
  const date = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/.exec(text);
  if (date) {
    const [year, month, day] = [Number(date[1]), Number(date[2]), Number(date[3])];
    const time = Date.UTC(year, month - 1, day);
    return month >= 1 && month <= 12 && day >= 1 && day <= 31 && time % DAY_MS === 0 ? time : null;
  }
  return /^\d{5,11}$/.test(text) ? Number(text) * 1000 : null;
}
