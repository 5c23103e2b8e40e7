/**
 * The contract between the page and the worker core: every command, event and error, in both directions.
 * Commands answer with an {@link Outcome}; nothing is thrown across the boundary (DESIGN 10).
 * The page's atoms change from events only.
 */
import type { CatalogEvent, EventKey, FactId, FactList, InterestKey, Organiser } from '../catalog/index.ts';
import type { Measurement } from './measurement.ts';
import type { EvidenceTier, TierReason, UnreadableMail } from './records.ts';

export type { Measurement } from './measurement.ts';
export type { UnreadableMail } from './records.ts';

export type ErrorCode =
  | 'psi_account_setup'
  | 'create_account_failed'
  | 'update_keys_failed'
  | 'user_lookup_failed'
  | 'sign_in_failed'
  | 'sign_in_limited'
  | 'id_token_expired'
  | 'id_token_audience'
  | 'id_token_unsigned'
  | 'id_token_nonce'
  | 'id_token_unverified'
  | 'id_token_used'
  | 'id_token_invalid'
  | 'provider_silent'
  | 'signed_out'
  | 'session_expired'
  | 'session_ended'
  | 'session_invalid'
  | 'other_address'
  | 'grant_withheld'
  | 'profile_failed'
  | 'emails_failed'
  | 'email_failed'
  | 'fetch_attempts_reached'
  | 'listing_failed'
  | 'token_expired'
  | 'scopes_missing'
  | 'offline'
  | 'server_unavailable'
  | 'mbox_empty'
  | 'mbox_not_a_mailbox'
  | 'mbox_unreadable'
  | 'scan_running'
  | 'scan_needed'
  | 'comparison_running'
  | 'comparison_failed'
  | 'disclosure_refused'
  | 'disclosure_unknown'
  | 'nothing_selected'
  | 'storage_full'
  | 'storage_failed'
  | 'emptied_elsewhere'
  | 'blob_access_denied'
  | 'blob_store_missing'
  | 'blob_store_suspended'
  | 'blob_not_found'
  | 'blob_unavailable'
  | 'blob_rate_limited'
  | 'blob_bad_request'
  | 'blob_aborted'
  | 'blob_unknown'
  | 'unexpected';

/** An error as data. `message` is the text of DESIGN 10, fit to be shown. */
export interface AppError {
  code: ErrorCode;
  message: string;
  /** Seconds after which trying again makes sense, when the other side said so. */
  retryAfter?: number;
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; error: AppError };

export type Provider = 'demo' | 'google';

/** Permission to read the mailbox, as the provider answered, with the expiry made absolute. Never sent to our server. */
export interface MailGrant {
  access_token: string;
  token_type: 'Bearer';
  /** Space-separated, as granted (it may be less than was asked). */
  scope: string;
  /** Milliseconds since the epoch. */
  expires_at: number;
  /** Who granted it. It fixes where the token may go, whatever the server's configuration says later. */
  provider: Provider;
}

/**
 * A JWT signed with HS256 (RFC 7515 7.1), as our server's sessions are. The request wrapper withholds these tokens, so
 * a server must not be able to name a text that other requests need.
 */
export const SESSION_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]{43}$/;

/** What our server takes for the person; it cannot read mail. */
export interface ServerSession {
  token: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** `localStorage.session` (DESIGN 8). */
export interface Session {
  userId: string;
  email: string;
  psiPublicKeysLink: string;
  /** Base64 of the private keys that `genKeys` returned; empty while a used pair has not been replaced yet. */
  psiPrivateKeys: string;
  /** The mail grant; null until reading is allowed, and for somebody who imports a file only. */
  googleAuthToken: MailGrant | null;
  /** Null when it was ended by the server, or when an older version, which had none, wrote the session. */
  serverSession: ServerSession | null;
}

/** What this server offers; from `GET /api/config`. */
export interface AppConfig {
  provider: Provider;
  googleClientId: string | null;
}

/** Why a request is made. `other`: something that this version did not expect to send; nothing goes out unlisted. */
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
 * One request of the app. Bytes are those of the bodies as JavaScript hands them on: a body that was not sent whole
 * counts as if it had been, an answer counts after content decoding. Null: the browser does not tell.
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
  /** The path with `…` in place of every part that is no fixed word: never an id, an address, a query or a token. */
  call: string;
  sent: number | null;
  received: number | null;
  /** `waiting`: the answer has not come to its end. `failed`: it will not. `stopped`: by the app itself. */
  state: 'waiting' | 'answered' | 'failed' | 'stopped';
}

/** What went to one place for one purpose. */
export interface LedgerSum {
  origin: string;
  purpose: Purpose;
  requests: number;
  sent: number;
  received: number;
  /** Requests of which a number of bytes is not known, and not in the sum. */
  unmeasured: number;
}

/** Every request that the app has made since the device was last emptied (DESIGN 9). */
export interface Ledger {
  /** Newest first; static files are in {@link sums} only. */
  entries: LedgerEntry[];
  /** Of all requests, those that are listed no longer included. */
  sums: LedgerSum[];
  /** Requests that were folded into the sums because there were too many to list. */
  folded: number;
}

/** What the browser tells of something that it loaded for the page (Resource Timing). */
export interface LoadedResource {
  /** Its address. */
  name: string;
  initiatorType: string;
  /** Bytes of the answer as they came over the network, and 300 for its head; 0 when it came from a cache. */
  transferSize: number;
  /** Milliseconds since the epoch. */
  at: number;
}

/** The code with which the demo provider's consent page sent the person back. */
export interface DemoCode {
  provider: 'demo';
  code: string;
  codeVerifier: string;
  redirectUri: string;
}

/** Who the person is: an ID token, or the code for one, with the secret whose hash stands in its `nonce`. */
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

/** A mail that counts for a fact, with what the person may want to know about it. */
export interface EvidenceMail extends MailSummary {
  tier: EvidenceTier;
  reason: TierReason | null;
  /** The signature that verified it; null on self-attested mail. */
  signature: { domain: string; algorithm: string; keyBits: number; weak: boolean } | null;
  /** The signature that `reason` is about; null on verified and on unsigned mail. `keyBits` is 0 when no key was read. */
  refused: { domain: string; keyBits: number } | null;
}

/** A fact that the device holds evidence for, or that the person chose. */
export interface Fact {
  id: FactId;
  list: FactList;
  key: EventKey | InterestKey;
  name: string;
  slot: number;
  /** `mail`: found in the mailbox. `person`: ticked or chosen. */
  origin: 'mail' | 'person';
  /**
   * False for a fact of an imported file of which no mail was addressed to the signed-in account: it is
   * shown, and never compared (DESIGN 5). True while nobody is signed in.
   */
  counts: boolean;
  mails: EvidenceMail[];
}

export type ScanPhase = 'idle' | 'searching' | 'headers' | 'reading' | 'paused' | 'cancelled' | 'done';

export interface ScanProgress {
  phase: ScanPhase;
  source: 'account' | 'file' | null;
  /** Name of the file when `source` is `file`. */
  fileName: string | null;
  thorough: boolean;
  /**
   * Steps (or, for a file, bytes) done and expected, for a bar; a header and a text are a step each, so that these are
   * no numbers of mails. `total` is 0 until it is known.
   */
  done: number;
  total: number;
  unit: 'mails' | 'bytes';
  /** Mails of which the header or the text was read, each counted once; what a screen shows as read. */
  mailsRead: number;
  /**
   * Mails that the scan goes through: those that its searches found, or for a thorough one all outside spam and trash,
   * which is known at the end of the listing (before that it is what the mailbox says it holds). 0 for a file.
   */
  mails: number;
  candidates: number;
  evidenceMails: number;
  /** What is being read now, in words: "Looking for tickets from devcon.org". */
  activity: string;
  /** Milliseconds left, when it can be told. */
  remainingMs: number | null;
  /**
   * Mails of this source that could not be read, in this scan or an earlier one, and have not been since; the
   * scan went on. {@link Commands.unreadableMails} names them.
   */
  unreadable: number;
  /** Mails of a file that were left out because they were in spam or trash, by the label that says so, as written. */
  leftOut: Readonly<Record<string, number>>;
  /** Why the scan is paused. */
  error: AppError | null;
}

/** A scan that has not begun. */
export const IDLE_SCAN: ScanProgress = {
  phase: 'idle',
  source: null,
  fileName: null,
  thorough: false,
  done: 0,
  total: 0,
  unit: 'mails',
  mailsRead: 0,
  mails: 0,
  candidates: 0,
  evidenceMails: 0,
  activity: '',
  remainingMs: null,
  unreadable: 0,
  leftOut: {},
  error: null,
};

/** The Web Lock that is held while a scan runs, in whichever tab. */
export const SCAN_LOCK = 'waystamp-scan';

/** How many unreadable mails are listed: enough to see what is wrong with a mailbox, of any size. */
export const MAX_UNREADABLE = 200;

/** How many mails of a slot are listed: as many as a person looks through, for a mailbox of any size. */
export const MAX_SLOT_MAILS = 200;

/** Which of the 100 slots are set, and by how many mails. Index is the slot. */
export type SlotCounts = readonly number[];

export interface Choices {
  interests: InterestKey[];
  events: EventKey[];
}

/** The decoded result of a comparison (DESIGN 2): names that both sides hold. */
export interface ComparisonResult {
  verifiedTravelEvents: EventKey[];
  selfAttestedEvents: EventKey[];
  travelInterests: InterestKey[];
  /** Every fact that went into the comparison: those that are not in a list are not on the organiser's list. */
  compared: FactId[];
  /** Milliseconds since the epoch. */
  comparedAt: number;
}

/** How long the server takes tokens of a comparison after it has answered it. Milliseconds. */
export const COMPARISON_OPEN_MS = 15 * 60_000;

/** A stamp that an organiser holds, as the server's record has it. */
export interface ShownStamp {
  /** The disclosure's, by which it is withdrawn. */
  id: string;
  organiser: Organiser;
  /** A fact's id; of another catalog perhaps than this device's. */
  fact: string;
  /** ISO 8601, in UTC; null when it was shown before days were recorded. */
  day: string | null;
}

/** A stamp that an organiser held, as far as this device knows, and holds no longer at the server. */
export type WithdrawnStamp = Pick<ShownStamp, 'organiser' | 'fact'>;

/** All that is shown, by organiser, newest day first, and in catalog order within a day. */
export interface Shown {
  stamps: ShownStamp[];
  /** What was shown before and was taken back, here or on another device; emptied with the device. */
  withdrawn: WithdrawnStamp[];
  /** When the server told all of it, in milliseconds since the epoch; null when it has not yet. */
  readAt: number | null;
}

/** Everything that the page draws from, as it stands on the device. */
export interface Snapshot {
  config: AppConfig;
  events: CatalogEvent[];
  session: Session | null;
  scan: ScanProgress;
  facts: Fact[];
  slots: SlotCounts;
  choices: Choices;
  result: ComparisonResult | null;
  /** As last known; null when the server was not asked yet. */
  shown: Shown | null;
}

export type WorkerEvent =
  | { type: 'session'; session: Session | null }
  | { type: 'scan'; scan: ScanProgress }
  | { type: 'facts'; facts: Fact[]; slots: SlotCounts }
  | { type: 'choices'; choices: Choices }
  | { type: 'result'; result: ComparisonResult | null }
  | { type: 'shown'; shown: Shown | null }
  /** Told while it is watched ({@link Commands.watchLedger}). */
  | { type: 'ledger'; ledger: Ledger }
  /** Something the person should know that is no error, e.g. new keys were made. */
  | { type: 'notice'; message: string }
  /** Another tab has ended what this one shows: it holds nothing any more and has to begin anew. */
  | { type: 'ended-elsewhere'; by: 'sign-out' | 'sign-in' };

export interface ScanRequest {
  source: { kind: 'account' } | { kind: 'file'; file: Blob; name: string };
  /** Read every header, not only what the searches find. */
  thorough: boolean;
}

/** What a scan of the account's mailbox will take, told before the person chooses (DESIGN 5). */
export interface ScanEstimate {
  /** Mails in the mailbox. */
  mails: number;
  /** Milliseconds for the searches of a default scan; reading what they find comes on top. */
  searchMs: number;
  /** Milliseconds for a thorough scan. */
  thoroughMs: number;
}

/** Suites that the worker measures in itself (DESIGN 11); a first use needs a worker that has done nothing else. */
export type BenchSuite = 'psi' | 'psi first use' | 'slots' | 'mime' | 'dkim' | 'attest' | 'hostile';

/** What a sign-out has done beyond this device. */
export interface SignedOut {
  /** False when the server did not hear of it, or the provider: the session and the permission to read run out later. */
  heard: boolean;
}

export interface Commands {
  /** Opens the stores and answers with all that is there; to be called first. */
  open(session: Session | null): Promise<Outcome<Snapshot>>;
  /** Calls back on every event until the worker ends; a command answers when the events before its answer were taken. */
  subscribe(listener: (event: WorkerEvent) => unknown): Promise<void>;
  /** ID token, our server's session, account, keys. A mail grant of the same person stays. */
  signIn(request: SignInRequest): Promise<Outcome<Session>>;
  /** Adds permission to read the mailbox of the person who is signed in. */
  allowReading(request: ReadingRequest): Promise<Outcome<Session>>;
  /** Revokes the mail grant, ends our server's session, signs out of the identity service and empties both stores. */
  signOut(): Promise<Outcome<SignedOut>>;
  /** Asks the mailbox how many mails it holds; one small request. */
  estimate(): Promise<Outcome<ScanEstimate>>;
  /** Resolves when the scan is done, paused or cancelled. */
  scan(request: ScanRequest): Promise<Outcome<ScanProgress>>;
  resume(): Promise<Outcome<ScanProgress>>;
  /** Ends the running scan, or leaves a paused one; what was found stays, and `resume` goes on from there. */
  cancel(): Promise<Outcome<ScanProgress>>;
  /** Replaces what the person chose. */
  choose(choices: Choices): Promise<Outcome<null>>;
  /** Round 1, the server's round 2, round 3, decoding. */
  compare(): Promise<Outcome<ComparisonResult>>;
  /** Sends the tokens of these facts, and of no other. */
  disclose(facts: FactId[]): Promise<Outcome<Shown>>;
  /** Asks the server what is shown. */
  readShown(): Promise<Outcome<Shown>>;
  /** Takes back one disclosure, by its id. */
  withdraw(id: string): Promise<Outcome<Shown>>;
  /** Everything that the server holds about the person, as it says it. */
  holdings(): Promise<Outcome<unknown>>;
  /** Removes the account at the server, and then does as `signOut`; when the first fails, nothing has changed. */
  deleteAccount(): Promise<Outcome<SignedOut>>;
  /** The mails that set a slot, newest first; the newest {@link MAX_SLOT_MAILS} of more. From this device only. */
  slotMails(slot: number): Promise<Outcome<MailSummary[]>>;
  /** What could not be read in the source scanned last, newest first; the newest {@link MAX_UNREADABLE} of more. */
  unreadableMails(): Promise<Outcome<UnreadableMail[]>>;
  /**
   * Reads a mail once more that was skipped since it had stopped the worker twice, with a scan of the source scanned
   * last. A file that was not chosen since the page was loaded must be chosen again; then the mail is read.
   */
  readAgain(messageId: string): Promise<Outcome<ScanProgress>>;
  /** Tells the ledger, now and as it changes, until it is watched no longer. */
  watchLedger(watched: boolean): Promise<Outcome<null>>;
  /** Enters what the browser has loaded for the page. */
  countLoaded(resources: LoadedResource[]): Promise<Outcome<null>>;
  /** Stores the ledger: the page is about to leave for the provider's. */
  keepLedger(): Promise<Outcome<null>>;
  /**
   * Measures the worker on this device, one suite after the other; needs no `open`, and touches nothing that is
   * kept. Refused while a scan runs. Null when it was cancelled, as a scan or a sign-out that begins does, too.
   */
  benchmark(suite: BenchSuite): Promise<Outcome<Measurement[] | null>>;
  /** Ends the measuring, and what waits for its turn; answers when it has ended. */
  cancelBenchmark(): Promise<Outcome<null>>;
}
