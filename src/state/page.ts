/** State of the page itself: the open screen, the connection, the worker, and the running task. */
import { atom } from 'jotai';
import { BUILT_IN_SLUG, type AddressedScreen, type Invitation } from '../../catalog/addresses.ts';
import type { AppError } from '../../worker/contract.ts';
import type { AfterSignIn } from '../auth/demo.ts';
import type { SignInPurpose } from '../auth/scopes.ts';
import { facts, result, scan, scanning, session, type Store } from './core.ts';

/** `nowhere`: the address is none of the page's. */
export type Screen = AddressedScreen | 'nowhere';

export const screen = atom<Screen>('welcome');

/** Who asks, and by which catalog, as the address says. */
export const invitation = atom<Invitation>({ organiser: BUILT_IN_SLUG, catalog: null });

/** True while a returning visitor waits for their data, when the welcome would be wrong. */
export const opening = atom(false);

/** Whether the device has a network, according to the browser. */
export const connection = atom<'online' | 'offline'>('online');

/** The worker: starting, ready, or failed (with the reason). */
export type CoreStatus = { state: 'starting' } | { state: 'ready' } | { state: 'failed'; error: AppError };
export const coreStatus = atom<CoreStatus>({ state: 'starting' });

/** A running command of the person; a scan reports its own progress. */
export type Task = 'sign-in' | 'reading' | 'sign-out' | 'scan' | 'compare' | 'disclose';
export const task = atom<Task | null>(null);

/** The error of the last command, until the next one. */
export const problem = atom<{ task: Task; error: AppError } | null>(null);

/** The open sheet of the sign-in: Google's button, or *Allow reading*. Nothing from Google is loaded before. */
export type SignInSheet =
  { step: 'sign-in'; purpose: SignInPurpose; after: AfterSignIn } | { step: 'reading'; after: AfterSignIn };
export const signInSheet = atom<SignInSheet | null>(null);

/** What a sign-out or deletion has done, shown once on the first screen; otherwise null. */
export const farewell = atom<string | null>(null);

/** True while the sheet for disconnecting is open. */
export const disconnecting = atom(false);

/** Whether this browser offers to install the app, or (iOS) leaves it to the person and a menu. */
export const installOffer = atom<'prompt' | 'ios' | null>(null);

/** A downloaded newer version: offered, or requested and waiting until nothing is running. */
export const update = atom<'none' | 'available' | 'asked'>('none');

/** What the scan's screen shows: the start of a scan, a running one, or a paused one. */
export const scanView = atom<'ready' | 'running' | 'paused'>((get) => {
  if (get(scanning)) return 'running';
  return get(scan).phase === 'paused' ? 'paused' : 'ready';
});

const thoroughChosen = atom<boolean | null>(null);
/** Whether the next scan reads every header: the person's choice on this page, or the last scan's. */
export const thoroughScan = atom(
  (get) => get(thoroughChosen) ?? get(scan).thorough,
  (_, set, wanted: boolean) => set(thoroughChosen, wanted),
);

/** The open sheets, topmost last. Toasts appear inside the topmost one. */
export const openSheets = atom<readonly HTMLDialogElement[]>([]);

/** The screens that make sense with this device's data. */
export const openScreens = atom<ReadonlySet<AddressedScreen>>((get) => {
  const open = new Set<AddressedScreen>(['welcome', 'ledger', 'benchmarks']);
  const { phase } = get(scan);
  if (get(session) !== null || phase !== 'idle' || get(facts).length > 0) open.add('scan');
  if (get(facts).length > 0 || phase === 'done') open.add('stamps');
  if (get(result) !== null) open.add('result');
  if (get(session) !== null) open.add('shown');
  return open;
});

/** The screen to start on: the furthest one that makes sense. */
export function landingScreen(store: Store): AddressedScreen {
  const open = store.get(openScreens);
  if (store.get(scanView) !== 'ready') return 'scan';
  if (open.has('result')) return 'result';
  if (open.has('stamps')) return 'stamps';
  return open.has('scan') ? 'scan' : 'welcome';
}
