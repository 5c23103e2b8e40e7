/** Where a web address, a mail address or a domain name gives itself away. Folded text. */
const SIGN = /:\/\/|@|\.(?:com|org|net|io|app|dev|eu|xyz|live|fm|ma|ai|info)(?![a-z0-9-])/g;
const SCHEME = /[a-z0-9+.-]/;
const LOCAL_PART = /[a-z0-9._%+-]/;
const HOST = /[a-z0-9.-]/;
/** ASCII only: in languages without spaces the sentence goes on right after an address. */
const URL_TAIL = /[a-z0-9!#$%&*+./:=?@\\^_~-]/;

/**
 * Replaces addresses by a space. What stands in an address is no word of the mail: a newsletter that links to
 * `https://devcon.org/ticket` names neither an event nor a ticket.
 */
export function withoutAddresses(text: string): string {
  let kept = '';
  let done = 0;
  SIGN.lastIndex = 0;
  for (let hit = SIGN.exec(text); hit; hit = SIGN.exec(text)) {
    const [sign] = hit;
    const before = sign === '://' ? SCHEME : sign === '@' ? LOCAL_PART : HOST;
    let from = hit.index;
    while (from > done && before.test(text.charAt(from - 1))) from -= 1;
    // `@` or `://` with nothing before it is no address.
    if (from === hit.index) continue;
    const after = sign === '@' ? HOST : URL_TAIL;
    let to = SIGN.lastIndex;
    while (to < text.length && after.test(text.charAt(to))) to += 1;
    kept += `${text.slice(done, from)} `;
    done = to;
    SIGN.lastIndex = to;
  }
  return done === 0 ? text : kept + text.slice(done);
}
