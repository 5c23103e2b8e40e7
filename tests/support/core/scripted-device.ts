/** A device over a scripted network: the worker core as the page has it, and every event that it sent. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { onTestFinished } from 'vitest';
import { initPsi } from '../../../psi-wasm/index.ts';
import { systemClock } from '../../../worker/clock.ts';
import type { Notice, Outcome, ScanProgress, Session, WorkerEvent } from '../../../worker/contract.ts';
import { createCore } from '../../../worker/core/core.ts';
import type { Core } from '../../../worker/core/core.ts';
import { mbox, registration } from '../mail/mbox-text.ts';
import { startEdge } from './edge.ts';
import { ADDRESS, READING, SIGN_IN } from './page-requests.ts';
import type { Edge } from './edge.ts';
import { value } from './outcome.ts';

export interface ScriptedDevice {
  edge: Edge;
  /** Its databases. */
  database: IDBFactory;
  /** The current worker. */
  core: Core;
  /** All events to the page, in order, from every worker so far. */
  events: WorkerEvent[];
  /** How far ahead the device's clock is, in milliseconds. */
  aheadMs: number;
  /**
   * Starts a second worker, as a second tab does, and returns it with its events.
   *
   * @param hears whether it receives messages from other tabs; a frozen tab gets them late
   */
  openTab(hears?: boolean): { core: Core; events: WorkerEvent[] };
  /** Ends the worker and starts a new one over the same database, as a reload of the page does. */
  reload(): Promise<void>;
  /** Opens the core, signs in at the demo provider and allows reading. */
  signIn(): Promise<Session>;
  /** Signs in once more, and allows reading once more, at the demo provider. */
  signInAgain(): Promise<Session>;
  scanFile(file: Blob): Promise<Outcome<ScanProgress>>;
  /** The notices that the page was told. */
  notices(): Notice[];
  /** The last session sent to the page; undefined before the first. */
  lastSession(): Session | null | undefined;
}

/** A new device and network for one test. Nobody is signed in, and the core is not open. */
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
    notices: () => events.flatMap((event) => (event.type === 'notice' ? [event.notice] : [])),
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
