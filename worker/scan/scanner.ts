import type { Http } from '../client/http.ts';
import { readingGrant } from '../session/mail-grant.ts';
import type { SignatureKeys } from '../evidence/signature-keys.ts';
import type { Clock } from '../clock.ts';
import type { ScanEstimate, ScanProgress, ScanRequest } from '../contract.ts';
import type { Device } from '../device/device.ts';
import { failure, toAppError } from '../errors.ts';
import type { GmailMailbox, Mailbox } from '../mailbox/index.ts';

/** The scan of this worker: one at a time. */
export interface Scanner {
  /** What a scan of the account's mailbox will take. */
  estimate(): Promise<ScanEstimate>;
  /** Resolves when the scan is done, paused or cancelled; rejects when it could not begin. */
  scan(request: ScanRequest): Promise<ScanProgress>;
  /** Continues a paused or cancelled scan. */
  resume(): Promise<ScanProgress>;
  /** Scans the source scanned last, including a skipped mail. */
  readAgain(messageId: string): Promise<ScanProgress>;
  /** Ends the running scan at its checkpoint. */
  cancel(): Promise<ScanProgress>;
  readonly running: boolean;
}

export interface ScannerDeps {
  device: () => Device;
  http: Http;
  keys: SignatureKeys;
  clock: Clock;
  /** Keeps other tabs from scanning meanwhile; undefined if the platform has none. */
  locks: LockManager | undefined;
}

export function createScanner({ device, http, keys, clock, locks }: ScannerDeps): Scanner {
  let active: { controller: AbortController; work: Promise<ScanProgress> } | null = null;
  /** The file of the last request, which Resume continues. A reload forgets it. */
  let lastFile: { file: Blob; name: string } | null = null;
  /** One mailbox for each provider and account, because its budget must outlive a cancelled scan. */
  const mailboxes = new Map<string, GmailMailbox>();

  const accountMailbox = async (): Promise<GmailMailbox> => {
    const grant = readingGrant(device().state.session, clock);
    const { provider } = grant;
    const { email } = device().state.session ?? { email: '' };
    const kept = mailboxes.get(`${provider} ${email}`);
    if (kept !== undefined) return kept;
    const { createGmailMailbox, createQuota } = await import('../mailbox/index.ts');
    const mailbox = createGmailMailbox({
      baseUrl: http.keepGrant(grant).header,
      token: () => readingGrant(device().state.session, clock).access_token,
      fetch: http.for('mailbox'),
      clock,
      // Our own server has no quota; Gmail's would make a thorough demo scan take minutes.
      ...(provider === 'demo'
        ? { quota: createQuota({ clock, unitsPerMinute: Number.POSITIVE_INFINITY }) }
        : {}),
    });
    mailboxes.set(`${provider} ${email}`, mailbox);
    return mailbox;
  };

  const open = async (source: ScanRequest['source']): Promise<Mailbox> => {
    if (source.kind === 'account') return accountMailbox();
    const { createMboxMailbox } = await import('../mailbox/index.ts');
    return createMboxMailbox(source.file);
  };

  const run = async ({ source, thorough }: ScanRequest, signal: AbortSignal): Promise<ScanProgress> => {
    const { store, catalog } = device();
    const mailbox = await open(source);
    const { runScan } = await import('./index.ts');
    try {
      const progress = await runScan({
        mailbox,
        source: source.kind,
        fileName: source.kind === 'file' ? source.name : null,
        thorough,
        store,
        catalog,
        lookup: keys.forScan(catalog, signal),
        signal,
        clock,
        locks,
        onProgress: (next) => device().setScan(next),
        onFacts: (evidence) => device().setEvidence(evidence),
      });
      await device().keepVector();
      if (progress.error?.code === 'token_expired') endGrant();
      device().setScan(progress);
      return progress;
    } catch (cause) {
      const { scan } = device().state;
      const begun = scan.phase === 'searching' || scan.phase === 'headers' || scan.phase === 'reading';
      // It was interrupted. The stored part is a checkpoint, and the page must not wait for ever.
      if (begun) device().setScan({ ...scan, phase: 'paused', error: toAppError(cause) });
      throw cause;
    }
  };

  /** The mailbox no longer accepts the token, whatever its expiry says, so reading must be allowed again. */
  const endGrant = (): void => {
    const { session } = device().state;
    if (session === null || session.googleAuthToken === null) return;
    const ended = { ...session.googleAuthToken, expires_at: clock.now() };
    device().setSession({ ...session, googleAuthToken: ended });
  };

  /** Gives up a paused scan: its checkpoint stays and is only marked. */
  const leavePaused = async (): Promise<void> => {
    const { restoreProgress, whileOnlyScan } = await import('./index.ts');
    const { store, state } = device();
    // Another tab may be scanning by now, or may have finished this scan.
    const left = await whileOnlyScan(locks, async () => {
      const checkpoint = await store.get('checkpoint');
      const stored = checkpoint?.[checkpoint.last] ?? null;
      if (checkpoint === undefined || stored === null || checkpoint.last !== state.scan.source) return null;
      if (stored.state !== 'done') {
        const ended = { ...stored, state: 'cancelled', error: null };
        await store.put('checkpoint', { ...checkpoint, [checkpoint.last]: ended });
      }
      return restoreProgress(store);
    });
    const unstored = {
      ...state.scan,
      phase: 'cancelled',
      activity: null,
      remainingMs: null,
      error: null,
    } as const;
    device().setScan(left ?? unstored);
  };

  const start = async (request: ScanRequest): Promise<ScanProgress> => {
    if (active !== null) throw failure('scan_running');
    const controller = new AbortController();
    if (request.source.kind === 'file') lastFile = { file: request.source.file, name: request.source.name };
    const work = run(request, controller.signal);
    active = { controller, work };
    try {
      return await work;
    } finally {
      active = null;
    }
  };

  const resume = async (): Promise<ScanProgress> => {
    const { scan } = device().state;
    if (active !== null) throw failure('scan_running');
    if (scan.source === 'account') return start({ source: { kind: 'account' }, thorough: scan.thorough });
    if (scan.source === 'file') {
      if (lastFile === null) throw failure('mbox_unreadable');
      return start({ source: { kind: 'file', ...lastFile }, thorough: scan.thorough });
    }
    return scan;
  };

  return {
    get running() {
      return active !== null;
    },
    async estimate() {
      const mailbox = await accountMailbox();
      const { estimateScan } = await import('./index.ts');
      const { messagesTotal } = await mailbox.profile(new AbortController().signal);
      const estimate = estimateScan(messagesTotal, device().catalog, mailbox.unitsPerMinute);
      return {
        mails: messagesTotal,
        searchMs: estimate.searches.milliseconds,
        thoroughMs: estimate.thorough.milliseconds,
      };
    },
    scan: start,
    resume,
    async readAgain(messageId) {
      const { store, state } = device();
      const { source } = state.scan;
      if (active !== null) throw failure('scan_running');
      if (source === null) return state.scan;
      const { allowAnotherTry, whileOnlyScan } = await import('./index.ts');
      await whileOnlyScan(locks, () => allowAnotherTry(store, source, messageId));
      return resume();
    },
    async cancel() {
      if (active !== null) {
        const { controller, work } = active;
        controller.abort();
        await work.catch(() => undefined);
      } else if (device().state.scan.phase === 'paused') {
        await leavePaused();
      }
      return device().state.scan;
    },
  };
}
