import { Refusal } from '../web/refusal.ts';

/** The form of all our pathnames: no escapes, no dots, nothing to normalise. */
const PATHNAME = /^psi\/[A-Za-z0-9_-]{1,200}$/;

/** True for a pathname that this product could have written. */
export function isPathname(text: string): boolean {
  return PATHNAME.test(text);
}

/**
 * The pathname of a public link in the store.
 *
 * @param bases prefixes of the store's public objects, e.g. `https://waystamp.example/blob/public/`
 * @throws Refusal 400 when the link is not exactly `base + pathname`: another origin, user information, a query, a
 *   fragment, dots or escapes in the path
 */
export function pathnameOf(link: string, bases: readonly string[]): string {
  // Compared as text, so that no two parsers can read it differently.
  for (const base of bases) {
    const pathname = link.startsWith(base) ? link.slice(base.length) : '';
    if (isPathname(pathname)) return pathname;
  }
  throw new Refusal(400, 'psiPublicKeysLink does not lie in the configured store.');
}

/** For a link without an object, or with an unreadable one. */
export function nothingAt(cause?: unknown): Refusal {
  return new Refusal(400, 'There are no public keys at psiPublicKeysLink.', { cause });
}
