/** Gmail's limits for `maxResults`. */
export const DEFAULT_RESULTS = 100;
export const MAX_RESULTS = 500;

/** `maxResults` as a number, capped as Gmail does; null when it is not a positive integer. */
export function readMaxResults(text: string | undefined): number | null {
  if (text === undefined) return DEFAULT_RESULTS;
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0) return null;
  return Math.min(Number(text), MAX_RESULTS);
}

/** A page token holds the last item returned, so that arriving mail shifts no page: nothing is skipped or repeated. */
export function pageToken(last: string): string {
  return Buffer.from(`after:${last}`).toString('base64url');
}

/** The item after which the page begins; null when the token is not one of ours. */
export function readPageToken(token: string): string | null {
  return /^after:([0-9a-f]+)$/.exec(Buffer.from(token, 'base64url').toString('latin1'))?.[1] ?? null;
}
