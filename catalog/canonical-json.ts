/** A JSON value. Undefined members are left out, as in `JSON.stringify`. */
type Json =
  string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined };

/**
 * The canonical form of a JSON value (RFC 8785): no white space, members sorted by the UTF-16 units of their names,
 * strings and numbers in ECMAScript's notation, to which the RFC refers.
 *
 * @throws TypeError for a value without a canonical form: a number that is not finite, text that is not valid Unicode
 */
export function canonicalJson(value: Json): string {
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.keys(value)
      .toSorted()
      .flatMap((name) => {
        const member = value[name];
        return member === undefined ? [] : [`${canonicalJson(name)}:${canonicalJson(member)}`];
      });
    return `{${members.join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('not a finite number');
  if (typeof value === 'string' && !value.isWellFormed()) throw new TypeError('a lone surrogate');
  return JSON.stringify(value);
}

/** `Array.isArray` does not narrow read-only arrays. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
