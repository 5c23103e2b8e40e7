import type { Steps } from '../../mail/slices.ts';

/** The signs of a web address, mail address or domain name, in folded text. */
const SIGN = /:\/\/|@|\.(?:com|org|net|io|app|dev|eu|xyz|live|fm|ma|ai|info)(?![a-z0-9-])/g;
const LETTERS_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const SCHEME = setOf('+.-');
const LOCAL_PART = setOf('._%+-');
const HOST = setOf('.-');
/** ASCII only, because in languages without spaces the sentence continues right after an address. */
const URL_TAIL = setOf('!#$%&*+./:=?@\\^_~-');

/** Characters of addresses handled before other work gets a turn. */
const STEP_LENGTH = 32 * 1024;

/** One flag for each ASCII character; other characters have none. */
function setOf(signs: string): Uint8Array {
  const flags = new Uint8Array(0x80);
  for (const character of LETTERS_AND_DIGITS + signs) flags[character.charCodeAt(0)] = 1;
  return flags;
}

/**
 * Replaces addresses by a space, in steps. Words in an address do not count: a newsletter that links to
 * `https://devcon.org/ticket` names neither an event nor a ticket.
 */
export function* blankingSteps(text: string): Steps<string> {
  const kept: string[] = [];
  let done = 0;
  let stepEnd = STEP_LENGTH;
  SIGN.lastIndex = 0;
  for (let hit = SIGN.exec(text); hit; hit = SIGN.exec(text)) {
    const [sign] = hit;
    const resume = SIGN.lastIndex;
    const before = sign === '://' ? SCHEME : sign === '@' ? LOCAL_PART : HOST;
    let from = hit.index;
    while (from > done && before[text.charCodeAt(from - 1)] === 1) from -= 1;
    let to = resume;
    // `@` or `://` with nothing before it is not an address.
    if (from < hit.index) {
      const after = sign === '@' ? HOST : URL_TAIL;
      while (to < text.length && after[text.charCodeAt(to)] === 1) to += 1;
      kept.push(text.slice(done, from), ' ');
      done = to;
    }
    if (to >= stepEnd) {
      yield;
      stepEnd = to + STEP_LENGTH;
    }
    // The expression is shared with other work that ran meanwhile.
    SIGN.lastIndex = to;
  }
  return done === 0 ? text : kept.join('') + text.slice(done);
}
