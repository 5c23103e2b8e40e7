import { TransientFault } from '../mailbox/transient.ts';

/** The page tokens of one listing, in the order in which they came. */
export interface PageTokens {
  /**
   * Takes the token that a page names as the next one.
   *
   * @throws TransientFault when it came before
   */
  next(token: string | null): void;
}

/**
 * Watches the page tokens of one listing. Following a token that comes again would list the same pages for ever, and
 * ending there would lose the mail behind it: such an answer is worth another attempt, and a pause when none helps.
 *
 * @param from the token that the listing begins with; null at its first page
 */
export function createPageTokens(from: string | null): PageTokens {
  const seen = new Set<string>(from === null ? [] : [from]);
  return {
    next: (token) => {
      if (token === null) return;
      if (seen.has(token)) throw new TransientFault('emails_failed', { answered: true });
      seen.add(token);
    },
  };
}
