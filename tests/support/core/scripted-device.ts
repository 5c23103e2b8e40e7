/** A device over a scripted network: the worker core as the page has it, and all that it told the page. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { onTestFinished } from 'vitest';
import { initPsi } from '../../../psi-wasm/index.ts';
import { systemClock } from '../../../worker/clock.ts';
import type { Outcome, ScanProgress, Session, WorkerEvent } from '../../../worker/contract.ts';
import { createCore } from '../../../worker/core/core.ts';
import type { Core } from '../../../worker/core/core.ts';
import { mbox, registration } from '../mail/mbox-text.ts';
import { startEdge } from './edge.ts';
import { ADDRESS, READING, SIGN_IN } from './page-requests.ts';
import type { Edge } from './edge.ts';
import { value } from './outcome.ts';

export interface ScriptedDevice {
  edge: Edge;
  /** Where its databases live. */
  database: IDBFactory;
  /** The worker that runs now. */
  core: Core;
  /** What the page was told, in order, by every worker so far. */
  events: WorkerEvent[];
  /** How far the device's clock is ahead, in milliseconds. */
  aheadMs: number;
  /**
   * Starts a worker beside the first, as a second tab does, with what that tab's page is told.
   *
   * @param hears whether news of other tabs reach it; those of a frozen tab come late
   */
  openTab(hears?: boolean): { core: Core; events: WorkerEvent[] };
  /** Ends the worker and starts a new one over the same database, as a reload of the page does. */
  reload(): Promise<void>;
  /** Opens the core, signs in at the demo provider and allows reading. */
  signIn(): Promise<Session>;
  /** Signs in once more, and allows reading once more, at the demo provider. */
  signInAgain(): Promise<Session>;
  scanFile(file: Blob): Promise<Outcome<ScanProgress>>;
  /** The texts of the notices that the page was told. */
  notices(): string[];
  /** The session that the page was told last; undefined before it was told of any. */
  lastSession(): Session | null | undefined;
}

/** A new device and a new network until the test ends; nobody is signed in, and the core is not opened. */
export async function openScriptedDevice(): Promise<ScriptedDevice> {
  const edge = await startEdge();
  const database = new IDBFactory();
  const events: WorkerEvent[] = [];
  const channelName = `waystamp-${crypto.randomUUID()}`;
  const tabs: Core[] = [];
  const startCore = (told = events, hears = true): Core => {
    const core = createCore({
      origin: edge.origin,
      fetch: edge.fetch,
      loadPsi: () => initPsi(),
      indexedDB: database,
      ...(hears ? { channel: new BroadcastChannel(channelName) } : {}),
      clock: { ...systemClock, now: () => Date.now() + device.aheadMs },
      onUnexpected: (cause) => {
        throw cause;
      },
    });
    void core.subscribe((event) => told.push(event));
    return core;
  };
  const device: ScriptedDevice = {
    edge,
    database,
    core: startCore(),
    events,
    aheadMs: 0,
    openTab(hears) {
      const told: WorkerEvent[] = [];
      const tab = startCore(told, hears);
      tabs.push(tab);
      return { core: tab, events: told };
    },
    async reload() {
      await device.core.close();
      device.core = startCore();
    },
    async signIn() {
      await value(device.core.open(null));
      return device.signInAgain();
    },
    async signInAgain() {
      await value(device.core.signIn(SIGN_IN));
      return value(device.core.allowReading(READING));
    },
    scanFile: (file) =>
      device.core.scan({ source: { kind: 'file', file, name: 'mail.mbox' }, thorough: false }),
    notices: () => events.flatMap((event) => (event.type === 'notice' ? [event.message] : [])),
    lastSession: () => events.findLast((event) => event.type === 'session')?.session,
  };
  onTestFinished(async () => {
    await Promise.all([device.core, ...tabs].map((core) => core.close()));
    await edge.close();
  });
  return device;
}

/** A mailbox file of two mails to this address; one attests Devcon. */
export function devconFile(to = ADDRESS): Blob {
  const mails = [registration('Your Devcon ticket', to), registration('Lunch', to, 'Shall we have lunch?')];
  return new Blob([mbox(mails, { eol: '\r\n' })]);
}
