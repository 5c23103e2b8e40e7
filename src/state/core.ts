/**
 * What the page draws from, as the worker tells it. These atoms can be read by everyone and change
 * only through {@link applySnapshot} and {@link applyEvent}: the page never writes its own idea of the state.
 */
import { atom, type Atom, type PrimitiveAtom, type createStore } from 'jotai';
import { catalogFacts, type CatalogFacts } from '../../catalog/facts.ts';
import type { Catalog, CatalogEvent } from '../../catalog/schema.ts';
import {
  IDLE_SCAN,
  type AppConfig,
  type AskedCatalog,
  type Choices,
  type ComparisonResult,
  type Fact,
  type Ledger,
  type MailGrant,
  type ScanPhase,
  type ScanProgress,
  type Session,
  type Shown,
  type SlotCounts,
  type Snapshot,
  type WorkerEvent,
} from '../../worker/contract.ts';
import { grantsMailbox } from '../auth/scopes.ts';

export type Store = ReturnType<typeof createStore>;

const sessionValue = atom<Session | null>(null);
const justLoggedInValue = atom(false);
/** The time when the page last looked, in milliseconds since the epoch; sessions expire without an event. */
const nowValue = atom(0);
const configValue = atom<AppConfig | null>(null);
const askedValue = atom<AskedCatalog | null>(null);
const scanValue = atom<ScanProgress>(IDLE_SCAN);
const factsValue = atom<Fact[]>([]);
const slotsValue = atom<SlotCounts>([]);
const choicesValue = atom<Choices>({ interests: [], events: [] });
const resultValue = atom<ComparisonResult | null>(null);
const shownValue = atom<Shown | null>(null);
const ledgerValue = atom<Ledger | null>(null);

/** The phases of a scan that is reading. */
export const SCANNING: ReadonlySet<ScanPhase> = new Set(['searching', 'headers', 'reading']);

/** The same value without the right to write it. */
function readOnly<T>(value: PrimitiveAtom<T>): Atom<T> {
  return atom((get) => get(value));
}

/** The time when the page last looked, in milliseconds since the epoch; off by a minute at most. */
export const lookedAt = readOnly(nowValue);
/** The session as saved under `localStorage.session`; null when nobody is signed in. */
export const session = readOnly(sessionValue);
/** The mail grant; null when reading is not allowed. It may have expired: {@link mayRead}. */
export const googleAuthToken = atom<MailGrant | null>((get) => get(session)?.googleAuthToken ?? null);
/** True when somebody is signed in: our server's session exists and has not expired. */
export const isGoogleAuthed = atom((get) => (get(session)?.serverSession?.expiresAt ?? 0) > get(nowValue));
/** The address of this device's person, even after their sign-in expired. */
export const loggedInGmail = atom((get) => get(session)?.email ?? null);
/** True when the mailbox can be read now. */
export const mayRead = atom((get) => {
  const grant = get(googleAuthToken);
  return grant !== null && grantsMailbox(grant.scope) && grant.expires_at > get(nowValue);
});
/** True when all three scopes were granted; false also after a sign-in only for comparing a file. */
export const scopesApproved = atom((get) => grantsMailbox(get(googleAuthToken)?.scope ?? ''));
/** True from a sign-in on this page until the person's next step ({@link settleSignIn}). */
export const justLoggedIn = readOnly(justLoggedInValue);
/** What this server offers; null until the worker has answered. */
export const config = readOnly(configValue);
/** The catalog, and who asks; null until the worker has answered. */
export const asked = readOnly(askedValue);
export const catalog = atom<Catalog | null>((get) => get(asked)?.catalog ?? null);
export const events = atom<readonly CatalogEvent[]>((get) => get(catalog)?.events ?? []);
export const interests = atom<Catalog['interests']>((get) => get(catalog)?.interests ?? []);
/** The facts that the catalog asks about. */
export const askedFacts = atom<CatalogFacts>((get) =>
  catalogFacts(get(catalog) ?? { events: [], interests: [], facts: [] }),
);
/** The name of the organiser that asks; null while it is not known. */
export const organiserName = atom((get) => get(catalog)?.organiser.name ?? null);
export const scan = readOnly(scanValue);
/** True while this tab's worker reads mail; not while a scan is paused. */
export const scanning = atom((get) => SCANNING.has(get(scan).phase));
export const facts = readOnly(factsValue);
/** How many mails set each of the 100 slots. */
export const slots = readOnly(slotsValue);
export const choices = readOnly(choicesValue);
export const result = readOnly(resultValue);
/** Disclosures in the server's record; null before it was asked. */
export const shown = readOnly(shownValue);
/** Every request of the app; null until known, while the ledger is watched. */
export const ledger = readOnly(ledgerValue);

/** Applies the device's whole state, as returned by `open`. */
export function applySnapshot(store: Store, snapshot: Snapshot): void {
  store.set(configValue, snapshot.config);
  store.set(askedValue, snapshot.asked);
  store.set(sessionValue, snapshot.session);
  store.set(scanValue, snapshot.scan);
  store.set(factsValue, snapshot.facts);
  store.set(slotsValue, snapshot.slots);
  store.set(choicesValue, snapshot.choices);
  store.set(resultValue, snapshot.result);
  store.set(shownValue, snapshot.shown);
}

/** Applies one event of the worker. A `notice` and `ended-elsewhere` change no state; the caller acts on them. */
export function applyEvent(store: Store, event: WorkerEvent): void {
  switch (event.type) {
    case 'session':
      applySession(store, event.session);
      break;
    case 'scan':
      store.set(scanValue, event.scan);
      break;
    case 'facts':
      store.set(factsValue, event.facts);
      store.set(slotsValue, event.slots);
      break;
    case 'choices':
      store.set(choicesValue, event.choices);
      break;
    case 'result':
      store.set(resultValue, event.result);
      break;
    case 'shown':
      store.set(shownValue, event.shown);
      break;
    case 'asked':
      store.set(askedValue, event.asked);
      break;
    case 'ledger':
      store.set(ledgerValue, event.ledger);
      break;
    case 'notice':
    case 'ended-elsewhere':
      break;
    default:
      event satisfies never;
  }
}

/** New keys and a mail grant also change the session; only a new session of the server is a sign-in. */
function applySession(store: Store, next: Session | null): void {
  const before = store.get(sessionValue);
  store.set(sessionValue, next);
  if (next === null) store.set(justLoggedInValue, false);
  else if (next.serverSession !== null && next.serverSession.token !== before?.serverSession?.token) {
    store.set(justLoggedInValue, true);
  }
}

/** Notes that the person has moved on after signing in. */
export function settleSignIn(store: Store): void {
  store.set(justLoggedInValue, false);
}

/** Sets the page's time, so that it notices what has expired. */
export function setNow(store: Store, now: number): void {
  store.set(nowValue, now);
}
