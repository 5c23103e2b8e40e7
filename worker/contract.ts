/**
 * The contract between the page and the worker core: every command, event and error, in both directions. Commands
 * answer with an {@link Outcome}; nothing is thrown across the boundary. The page's atoms change from events only.
 */
import type { Invitation } from '../catalog/addresses.ts';
import type { Catalog, CatalogChange, FactList, OrganiserName } from '../catalog/index.ts';
import type { AppError } from './app-error.ts';
import type { Ledger, LoadedResource } from './ledger-record.ts';
import type { Measurement } from './measurement.ts';
import type { EvidenceTier, TierReason, UnreadableMail } from './records.ts';
import type { ScanProgress } from './scan-progress.ts';

export type { AppError } from './app-error.ts';
export type { ErrorCode } from './error-codes.ts';
export * from './ledger-record.ts';
export type { Measurement } from './measurement.ts';
export type { UnreadableMail } from './records.ts';
export * from './scan-progress.ts';

export type Outcome<T> = { ok: true; value: T } | { ok: false; error: AppError };

export type Provider = 'demo' | 'google';

/** Permission to read the mailbox, as answered by the provider, with an absolute expiry. Never sent to our server. */
export interface MailGrant {
  access_token: string;
  token_type: 'Bearer';
  /** Space-separated, as granted; may be less than was requested. */
  scope: string;
  /** Milliseconds since the epoch. */
  expires_at: number;
  /** Who granted it. This determines where the token may be sent, whatever the server's configuration says later. */
  provider: Provider;
}

/**
 * The form of our server's sessions: a JWT signed with HS256 (RFC 7515 7.1). The request wrapper withholds these
 * tokens, so a server must not be able to choose a text that other requests need.
 */
export const SESSION_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]{43}$/;

/** The person's session at our server; it cannot read mail. */
export interface ServerSession {
  token: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** `localStorage.session`. */
export interface Session {
  userId: string;
  email: string;
  psiPublicKeysLink: string;
  /** Base64 of the private keys from `genKeys`; empty until a used pair has been replaced. */
  psiPrivateKeys: string;
  /** The mail grant; null until reading is allowed, and for somebody who only imports a file. */
  googleAuthToken: MailGrant | null;
  /** Null when the server ended it, or when the session comes from an older version that had none. */
  serverSession: ServerSession | null;
}

/** What this server offers; from `GET /api/config`. */
export interface AppConfig {
  provider: Provider;
  googleClientId: string | null;
}

/** The code with which the demo provider's consent page returned the person. */
export interface DemoCode {
  provider: 'demo';
  code: string;
  codeVerifier: string;
  redirectUri: string;
}

/** The person's identity: an ID token, or the code for one, and the secret whose hash is its `nonce`. */
export type SignInRequest = (DemoCode | { provider: 'google'; idToken: string }) & { nonce: string };

/** Permission to read mail: the provider's grant, or the code for one. */
export type ReadingRequest = DemoCode | { provider: 'google'; grant: MailGrant };

export interface MailSummary {
  messageId: string;
  subject: string;
  from: string;
  /** Milliseconds since the epoch. */
  date: number | null;
}

/** A mail that counts for a fact, with the details shown to the person. */
export interface EvidenceMail extends MailSummary {
  tier: EvidenceTier;
  reason: TierReason | null;
  /** The signature that verified it; null for self-attested mail. */
  signature: { domain: string; algorithm: string; keyBits: number; weak: boolean } | null;
  /**
   * The signature that `reason` is about; null for verified and for unsigned mail. `keyBits` is 0 when no key was read.
   */
  refused: { domain: string; keyBits: number } | null;
}

/** A fact that the device has evidence for, or that the person chose. */
export interface Fact {
  id: string;
  list: FactList;
  /** The event's or interest's key. */
  key: string;
  name: string;
  slot: number;
  /** `mail`: found in the mailbox. `person`: ticked or chosen. */
  origin: 'mail' | 'person';
  /**
   * False for a fact from an imported file if no mail was addressed to the signed-in account: it is shown, but never
   * compared. True while nobody is signed in.
   */
  counts: boolean;
  mails: EvidenceMail[];
}

/** The Web Lock held while a scan runs in any tab. */
export const SCAN_LOCK = 'waystamp-scan';

/** Limit on listed unreadable mails: enough to see what is wrong with a mailbox of any size. */
export const MAX_UNREADABLE = 200;

/** Limit on listed mails of a slot: as many as a person will look through. */
export const MAX_SLOT_MAILS = 200;

/** How many mails set each of the 100 slots. The index is the slot. */
export type SlotCounts = readonly number[];

/** Keys of the catalog's interests and events. */
export interface Choices {
  interests: string[];
  events: string[];
}

/** The decoded result of a comparison: the keys that both sides hold, in lists. */
export interface ComparisonResult {
  verifiedTravelEvents: string[];
  selfAttestedEvents: string[];
  travelInterests: string[];
  /** Every fact that went into the comparison. Those in none of the lists are not on the organiser's list. */
  compared: string[];
  /** Milliseconds since the epoch. */
  comparedAt: number;
}

/** How long the server accepts tokens after a comparison. Milliseconds. */
export const COMPARISON_OPEN_MS = 15 * 60_000;

/** A stamp that an organiser holds, by the server's record. */
export interface RecordedStamp {
  /** The disclosure's id, for withdrawing it. */
  id: string;
  organiser: OrganiserName;
  /** The hash of the catalog whose fact it is; null in what an older version of the app kept. */
  catalog: string | null;
  /** The fact's id in that catalog. */
  fact: string;
  /** ISO 8601, in UTC; null for a disclosure older than the record of days. */
  day: string | null;
}

/** The same with its name. */
export interface ShownStamp extends RecordedStamp {
  /** As that catalog names it; null when the catalog is not on this device. */
  name: string | null;
}

/** A stamp that, as far as this device knows, an organiser held and no longer holds. */
export type WithdrawnStamp = Pick<ShownStamp, 'organiser' | 'catalog' | 'fact'>;

/** Whether a stamp belongs to this question: the same organiser's, by the same catalog. */
export function isAskedBy(
  { organiser, catalog }: Pick<RecordedStamp, 'organiser' | 'catalog'>,
  asked: Pick<AskedCatalog, 'catalog' | 'hash'>,
): boolean {
  return organiser.slug === asked.catalog.organiser.slug && catalog === asked.hash;
}

/** All disclosures: by organiser, newest day first, in catalog order within a day. */
export interface Shown {
  stamps: ShownStamp[];
  /** Earlier disclosures that were withdrawn here or on another device. Emptied with the device. */
  withdrawn: WithdrawnStamp[];
  /** When the server last reported all of it, in milliseconds since the epoch; null before the first time. */
  readAt: number | null;
}

/** What is asked on this device, and by whom. */
export interface AskedCatalog {
  catalog: Catalog;
  /** SHA-256 of its canonical JSON, in hex, for people to compare. */
  hash: string;
  /** Changes in the catalog that the link or the organiser now names; null if that is this one. */
  changes: { hash: string; changes: CatalogChange[] } | null;
  /** Why the named catalog could not be loaded; the device then keeps using the last one. */
  problem: AppError | null;
}

/** The device's whole state, from which the page is drawn. */
export interface Snapshot {
  config: AppConfig;
  asked: AskedCatalog;
  session: Session | null;
  scan: ScanProgress;
  facts: Fact[];
  slots: SlotCounts;
  choices: Choices;
  result: ComparisonResult | null;
  /** As last known; null before the server was asked. */
  shown: Shown | null;
}

/** What the person is told that is not an error, e.g. that new keys were made. */
export type Notice =
  | { code: 'reply_lost' | 'keys_replaced' | 'other_account' }
  /** The comparison succeeded, but making new keys after it did not. */
  | { code: 'renewal_late'; error: AppError };

export type WorkerEvent =
  | { type: 'session'; session: Session | null }
  | { type: 'scan'; scan: ScanProgress }
  | { type: 'facts'; facts: Fact[]; slots: SlotCounts }
  | { type: 'choices'; choices: Choices }
  | { type: 'result'; result: ComparisonResult | null }
  | { type: 'shown'; shown: Shown | null }
  /** The catalog turned out to have changed. */
  | { type: 'asked'; asked: AskedCatalog }
  /** Sent while the ledger is watched ({@link Commands.watchLedger}). */
  | { type: 'ledger'; ledger: Ledger }
  | { type: 'notice'; notice: Notice }
  /** Another tab has ended what this one shows. This tab holds nothing any more and must start again. */
  | { type: 'ended-elsewhere'; by: 'sign-out' | 'sign-in' };

export interface ScanRequest {
  source: { kind: 'account' } | { kind: 'file'; file: Blob; name: string };
  /** Read every header, not only what the searches find. */
  thorough: boolean;
}

/** What a scan of the account's mailbox will take, shown before the person chooses. */
export interface ScanEstimate {
  /** Mails in the mailbox. */
  mails: number;
  /** Milliseconds for the searches of a default scan, without reading what they find. */
  searchMs: number;
  /** Milliseconds for a thorough scan. */
  thoroughMs: number;
}

/** Suites that the worker can run in itself. A first use needs a worker that has done nothing else. */
export type BenchSuite = 'psi' | 'psi first use' | 'slots' | 'mime' | 'dkim' | 'attest' | 'hostile';

/** The effect of a sign-out beyond this device. */
export interface SignedOut {
  /**
   * False when the server or the provider was not reached; the session and the permission to read then expire later.
   */
  heard: boolean;
}

export interface Commands {
  /**
   * Opens the stores and returns their content. Must be the first command.
   *
   * @param invitation who asks; the built-in organiser by default
   */
  open(session: Session | null, invitation?: Invitation): Promise<Outcome<Snapshot>>;
  /**
   * Switches to the changed catalog ({@link AskedCatalog.changes}). Evidence for events that stay as they are is
   * carried over, and so are choices of what is still the same. The next scan finds the rest.
   *
   * @param hash of the catalog whose changes the person has seen
   */
  goOn(hash: string): Promise<Outcome<Snapshot>>;
  /**
   * Calls back on every event until the worker ends. A command answers after the events before its answer were
   * delivered.
   */
  subscribe(listener: (event: WorkerEvent) => unknown): Promise<void>;
  /** Signs in: ID token, our server's session, account, keys. An existing mail grant of the same person stays. */
  signIn(request: SignInRequest): Promise<Outcome<Session>>;
  /** Adds permission to read the signed-in person's mailbox. */
  allowReading(request: ReadingRequest): Promise<Outcome<Session>>;
  /** Revokes the mail grant, ends our server's session, signs out of the identity service and empties both stores. */
  signOut(): Promise<Outcome<SignedOut>>;
  /** Asks the mailbox for its number of mails, with one small request. */
  estimate(): Promise<Outcome<ScanEstimate>>;
  /** Resolves when the scan is done, paused or cancelled. */
  scan(request: ScanRequest): Promise<Outcome<ScanProgress>>;
  resume(): Promise<Outcome<ScanProgress>>;
  /** Ends the running scan, or gives up a paused one. Findings stay, and `resume` continues from there. */
  cancel(): Promise<Outcome<ScanProgress>>;
  /** Replaces the person's choices. */
  choose(choices: Choices): Promise<Outcome<null>>;
  /** Runs a comparison: round 1, the server's round 2, round 3, decoding. */
  compare(): Promise<Outcome<ComparisonResult>>;
  /** Sends the tokens of these facts and of no others. */
  disclose(facts: string[]): Promise<Outcome<Shown>>;
  /** Reads the disclosures from the server. */
  readShown(): Promise<Outcome<Shown>>;
  /** Withdraws a disclosure by its id. */
  withdraw(id: string): Promise<Outcome<Shown>>;
  /** Everything that the server holds about the person, in the server's own form. */
  holdings(): Promise<Outcome<unknown>>;
  /** Removes the account at the server, then does the same as `signOut`. If the first step fails, nothing changes. */
  deleteAccount(): Promise<Outcome<SignedOut>>;
  /** The mails that set a slot, newest first, at most {@link MAX_SLOT_MAILS}. From this device only. */
  slotMails(slot: number): Promise<Outcome<MailSummary[]>>;
  /** Unreadable mails of the source scanned last, newest first, at most {@link MAX_UNREADABLE}. */
  unreadableMails(): Promise<Outcome<UnreadableMail[]>>;
  /**
   * Reads a mail again that was skipped because it had stopped the worker twice, with a scan of the source scanned
   * last. A file not chosen since the page was loaded must be chosen again first.
   */
  readAgain(messageId: string): Promise<Outcome<ScanProgress>>;
  /** Sends the ledger now and on each change, until watching ends. */
  watchLedger(watched: boolean): Promise<Outcome<null>>;
  /** Enters resources that the browser loaded for the page. */
  countLoaded(resources: LoadedResource[]): Promise<Outcome<null>>;
  /** Stores the ledger, because the page is about to go to the provider's. */
  keepLedger(): Promise<Outcome<null>>;
  /**
   * Measures the worker on this device, one suite after the other. Needs no `open`, and touches nothing stored. Refused
   * during a scan. Null when it was cancelled, which a scan or a sign-out also does.
   */
  benchmark(suite: BenchSuite): Promise<Outcome<Measurement[] | null>>;
  /** Stops measuring and clears the queue; resolves when that is done. */
  cancelBenchmark(): Promise<Outcome<null>>;
}
