/** The privacy ledger as the page sees it. */

/** The purpose of a request. `other`: one that this version did not expect; no request is left out of the ledger. */
export const PURPOSES = [
  'mailbox',
  'sign-in',
  'account',
  'identity',
  'public keys',
  'comparison',
  'disclosure',
  'withdrawal',
  'server record',
  'configuration',
  'catalog',
  'signature keys',
  'app files',
  'other',
] as const;
export type Purpose = (typeof PURPOSES)[number];

/**
 * One request of the app. Bytes are those of the bodies as JavaScript sees them: a request's body counts in full even
 * if it was not sent completely, an answer's after content decoding. Null: the browser does not say.
 */
export interface LedgerEntry {
  /** Sorts by time, across workers. */
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  purpose: Purpose;
  method: string;
  /** Scheme, host and port. */
  origin: string;
  /** The path, with `…` for every part that is not a fixed word: never an id, an address, a query or a token. */
  call: string;
  sent: number | null;
  received: number | null;
  /** `waiting`: the answer is not complete. `failed`: it will not be. `stopped`: by the app itself. */
  state: 'waiting' | 'answered' | 'failed' | 'stopped';
}

/** The sum of requests to one place for one purpose. */
export interface LedgerSum {
  origin: string;
  purpose: Purpose;
  requests: number;
  sent: number;
  received: number;
  /** Requests with an unknown number of bytes, which is not in the sum. */
  unmeasured: number;
}

/** Every request that the app has made since the device was last emptied. */
export interface Ledger {
  /** Newest first; static files are in {@link sums} only. */
  entries: LedgerEntry[];
  /** Sums of all requests, including those no longer listed. */
  sums: LedgerSum[];
  /** Requests that were moved into the sums because there were too many to list. */
  folded: number;
}

/** The browser's record of something that it loaded for the page (Resource Timing). */
export interface LoadedResource {
  /** Its address. */
  name: string;
  initiatorType: string;
  /** Bytes of the answer over the network, plus 300 for its header; 0 when it came from a cache. */
  transferSize: number;
  /** Milliseconds since the epoch. */
  at: number;
}
