/** State of the page itself: which screen is open, the connection, the worker, and what is under way. */
import { atom } from 'jotai';
import type { AppError } from '../../worker/contract.ts';
import type { AfterSignIn } from '../auth/demo.ts';
import type { SignInPurpose } from '../auth/scopes.ts';
import { facts, result, scan, scanning, session, type Store } from './core.ts';

export const SCREENS = ['welcome', 'scan', 'facts', 'result', 'shown', 'ledger', 'benchmarks'] as const;
export type Screen = (typeof SCREENS)[number];

export const screen = atom<Screen>('welcome');

/** True while somebody who has been here before waits for what is theirs: the welcome would be wrong for them. */
export const opening = atom(false);

/** Whether the device has a network, as the browser says. */
export const connection = atom<'online' | 'offline'>('online');

/** The worker: starting, ready, or not to be started (with the reason). */
export type CoreStatus = { state: 'starting' } | { state: 'ready' } | { state: 'failed'; error: AppError };
export const coreStatus = atom<CoreStatus>({ state: 'starting' });

/** A command that the person started and that has not ended; a running scan tells its own progress. */
export type Task = 'sign-in' | 'reading' | 'sign-out' | 'scan' | 'compare' | 'disclose';
export const task = atom<Task | null>(null);

/** What went wrong with the last command, until the next one. */
export const problem = atom<{ task: Task; error: AppError } | null>(null);

/**
 * The sheet of the sign-in that is open: Google's button, or *Allow reading*. Nothing of Google's is loaded before
 * (DESIGN 8).
 */
export type SignInSheet =
  { step: 'sign-in'; purpose: SignInPurpose; after: AfterSignIn } | { step: 'reading'; after: AfterSignIn };
export const signInSheet = atom<SignInSheet | null>(null);

/** What a sign-out or a deletion has done, on the first screen after it; null when none was just made. */
export const farewell = atom<string | null>(null);

/** True while the person is asked whether to disconnect, and what is to become of the account. */
export const disconnecting = atom(false);

/** Whether this browser offers to install the app, or (iOS) leaves it to the person and a menu. */
export const installOffer = atom<'prompt' | 'ios' | null>(null);

/** A newer version that is on the device already: offered, or asked for and waiting until nothing is under way. */
export const update = atom<'none' | 'available' | 'asked'>('none');

/** What the scan's screen shows: the way into a scan, one that runs, or where one has paused. */
export const scanView = atom<'ready' | 'running' | 'paused'>((get) => {
  if (get(scanning)) return 'running';
  return get(scan).phase === 'paused' ? 'paused' : 'ready';
});

const thoroughChosen = atom<boolean | null>(null);
/** Whether the next scan reads every header: as the person chose on this page, else as the last scan did. */
export const thoroughScan = atom(
  (get) => get(thoroughChosen) ?? get(scan).thorough,
  (_, set, wanted: boolean) => set(thoroughChosen, wanted),
);

/** The sheets that lie over the screen, the topmost last: what is told while one is open is told in it. */
export const openSheets = atom<readonly HTMLDialogElement[]>([]);

/** The screens that make sense with what is on the device. */
export const openScreens = atom<ReadonlySet<Screen>>((get) => {
  const open = new Set<Screen>(['welcome', 'ledger', 'benchmarks']);
  const { phase } = get(scan);
  if (get(session) !== null || phase !== 'idle' || get(facts).length > 0) open.add('scan');
  if (get(facts).length > 0 || phase === 'done') open.add('facts');
  if (get(result) !== null) open.add('result');
  if (get(session) !== null) open.add('shown');
  return open;
});

/** Where somebody who opens the app goes on: with the furthest thing that is there. */
export function landingScreen(store: Store): Screen {
  const open = store.get(openScreens);
  if (store.get(scanView) !== 'ready') return 'scan';
  if (open.has('result')) return 'result';
  if (open.has('facts')) return 'facts';
  return open.has('scan') ? 'scan' : 'welcome';
}
