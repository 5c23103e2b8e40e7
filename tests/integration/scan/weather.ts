import { seededFaults } from '../../support/mailbox/faults.ts';
import type { Fault, FaultPlan, MailboxCall } from '../../support/mailbox/faults.ts';

/** The faults injected into one scan. */
export interface Storm {
  seed: string;
  /** The probability that a call fails. */
  rate: number;
  /** Ids of mails that are listed but no longer exist. */
  vanished: ReadonlySet<string>;
}

/**
 * A mail that a server does not know yet is denied at most this often. The scan takes a mail for vanished after more
 * denials.
 */
const MOST_DENIALS = 2;

/** Faults that may affect any call. */
const ANYWHERE: Readonly<Record<string, Fault>> = {
  '429 with Retry-After': { kind: 'rate-limit', status: 429, retryAfter: 30 },
  '429 with a Retry-After too long to wait for': { kind: 'rate-limit', status: 429, retryAfter: 900 },
  '429 without a time': { kind: 'rate-limit', status: 429 },
  '403 rateLimitExceeded with a time': {
    kind: 'rate-limit',
    status: 403,
    inText: true,
    reason: 'rateLimitExceeded',
  },
  '403 userRateLimitExceeded with a time': {
    kind: 'rate-limit',
    status: 403,
    inText: true,
    reason: 'userRateLimitExceeded',
  },
  '500': { kind: 'backend', status: 500 },
  '502': { kind: 'backend', status: 502 },
  'connection cut': { kind: 'cut' },
  'connection hanging before the answer': { kind: 'hang', after: 'nothing' },
  'connection hanging in the answer': { kind: 'hang', after: 'half' },
  'JSON truncated': { kind: 'truncated' },
  'token expired': { kind: 'expired' },
};
/** Faults that may affect some calls only. */
const DENIED = 'mail vanished for a while';
const VANISHED = 'mail vanished for good';
const GONE: Fault = { kind: 'vanished' };
const WRONG_BASE64 = 'wrong base64';
const SAME_PAGE = 'page token repeated';
const EARLIER_PAGE = 'page token of an earlier page';

/** The name of every kind of fault that must occur in a storm. */
export const KINDS: readonly string[] = [
  ...Object.keys(ANYWHERE),
  DENIED,
  VANISHED,
  WRONG_BASE64,
  SAME_PAGE,
  EARLIER_PAGE,
];

/** Injects faults in front of a mailbox. Counts the faults by kind, and the complete answers by request. */
export class Weather {
  readonly injected = new Map<string, number>();
  /** Complete answers since the last storm began, by path and query. */
  readonly delivered = new Map<string, number>();
  #faults: FaultPlan = () => null;
  #vanished: ReadonlySet<string> = new Set();
  /** The names of the faults that may affect the current call. */
  #offered = new Map<Fault, string>();
  readonly #denials = new Map<string, number>();
  /** For each listing, the page tokens whose page arrived whole, in order. */
  readonly #pages = new Map<string, string[]>();
  readonly #silences = new Map<string, () => void>();

  /** The total number of faults. */
  get total(): number {
    return [...this.injected.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Begins another storm, or calm weather with null. */
  begin(storm: Storm | null): void {
    this.delivered.clear();
    this.#denials.clear();
    this.#pages.clear();
    this.#vanished = storm?.vanished ?? new Set();
    this.#faults =
      storm === null
        ? () => null
        : seededFaults(storm.seed, storm.rate, (call) => {
            this.#offered = new Map(
              Object.entries(this.#fitting(call)).map(([name, fault]) => [fault, name]),
            );
            return [...this.#offered.keys()];
          });
  }

  /** Called when a scan resumes at its checkpoint, which holds the next page and not those before it. */
  resume(): void {
    this.#pages.clear();
  }

  /** Resolves when the next call of this path gets no answer. */
  silence(path: string): Promise<void> {
    return new Promise((resolve) => this.#silences.set(path, resolve));
  }

  readonly plan: FaultPlan = (call) => {
    const fault = this.#faults(call) ?? (this.#vanished.has(idOf(call)) ? GONE : null);
    if (fault === null) {
      const target = `${call.path}?${call.query.toString()}`;
      this.delivered.set(target, (this.delivered.get(target) ?? 0) + 1);
      const page = call.query.get('pageToken');
      if (page !== null) this.#pagesOf(call).push(page);
      return null;
    }
    const name = fault === GONE ? VANISHED : (this.#offered.get(fault) ?? '');
    this.injected.set(name, (this.injected.get(name) ?? 0) + 1);
    if (name === DENIED) this.#denials.set(call.path, (this.#denials.get(call.path) ?? 0) + 1);
    if (fault.kind === 'hang' && fault.after === 'nothing') this.#silences.get(call.path)?.();
    return fault;
  };

  /** The faults that may affect a call, by name. */
  #fitting(call: MailboxCall): Record<string, Fault> {
    const fitting: Record<string, Fault> = { ...ANYWHERE };
    const id = idOf(call);
    if (id !== '' && !this.#vanished.has(id)) {
      if ((this.#denials.get(call.path) ?? 0) < MOST_DENIALS) fitting[DENIED] = { kind: 'vanished' };
      const hasContents = call.query.get('format') !== 'metadata';
      if (hasContents) fitting[WRONG_BASE64] = { kind: 'wrong-base64' };
    }
    const page = call.query.get('pageToken');
    if (page !== null) {
      fitting[SAME_PAGE] = { kind: 'next-page', token: page };
      const [earlier = page] = this.#pagesOf(call);
      if (earlier !== page) fitting[EARLIER_PAGE] = { kind: 'next-page', token: earlier };
    }
    return fitting;
  }

  #pagesOf({ path, query }: MailboxCall): string[] {
    const listing = `${path}?${query.get('q') ?? ''}`;
    const pages = this.#pages.get(listing) ?? [];
    this.#pages.set(listing, pages);
    return pages;
  }
}

/** The id of the requested mail; empty for other calls. */
function idOf({ path }: MailboxCall): string {
  return /\/messages\/([^/]+)$/.exec(path)?.[1] ?? '';
}
