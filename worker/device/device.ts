import { type Catalog, catalogChanges } from '../../catalog/index.ts';
import type { Asked } from '../client/asked.ts';
import { appConfig } from '../client/config.ts';
import type { ServerConfig } from '../client/config.ts';
import type {
  AskedCatalog,
  Choices,
  ComparisonResult,
  Fact,
  Notice,
  ScanProgress,
  Session,
  Shown,
  Snapshot,
  WorkerEvent,
} from '../contract.ts';
import type { LoggedEvidence } from '../records.ts';
import type { Store, TravelLogs } from '../store/index.ts';
import { buildVector, factsOf, slotCounts } from '../vector/index.ts';
import type { Vector } from '../vector/index.ts';

/** The device's state, from the store and the page's session. */
export interface DeviceState {
  server: ServerConfig;
  asked: Asked;
  session: Session | null;
  scan: ScanProgress;
  evidence: readonly LoggedEvidence[];
  choices: Choices;
  result: ComparisonResult | null;
  shown: Shown | null;
}

/**
 * The state of the core while it is open. It changes only here, and every change is sent to the page. Data that must
 * survive a reload is stored first, then sent.
 */
export interface Device {
  readonly store: Store;
  readonly state: Readonly<DeviceState>;
  /** The catalog in use. */
  readonly catalog: Catalog;
  /** The facts from evidence and choices, for the signed-in account. */
  facts(): Fact[];
  vector(): Vector;
  snapshot(): Snapshot;
  setSession(session: Session | null): void;
  setScan(scan: ScanProgress): void;
  /** Does not store the evidence; the scan does. */
  setEvidence(evidence: readonly LoggedEvidence[]): void;
  setChoices(choices: Choices): Promise<void>;
  /** Stores the vector of the current evidence and choices, after a scan. */
  keepVector(): Promise<void>;
  /** Stores the result and its related entries in one transaction. */
  setResult(result: ComparisonResult, logs?: Partial<TravelLogs>): Promise<void>;
  setShown(shown: Shown): Promise<void>;
  /** Replaces the whole state, e.g. after the stores were emptied. */
  reset(state: Omit<DeviceState, 'server' | 'asked'>): void;
  setAsked(asked: Asked): void;
  notice(notice: Notice): void;
}

export const NO_CHOICES: Choices = { interests: [], events: [] };

export function createDevice(store: Store, initial: DeviceState, emit: (event: WorkerEvent) => void): Device {
  let state = initial;
  const account = (): string | null => state.session?.email ?? null;
  const vector = (): Vector => buildVector(state.evidence, state.choices, state.asked.catalog, account());
  const facts = (): Fact[] => factsOf(state.evidence, state.choices, state.asked.catalog, account());
  const tellFacts = (): void => emit({ type: 'facts', facts: facts(), slots: slotCounts(vector()) });

  return {
    store,
    get state() {
      return state;
    },
    get catalog() {
      return state.asked.catalog;
    },
    facts,
    vector,
    snapshot: () => ({
      config: appConfig(state.server),
      asked: askedCatalog(state.asked),
      session: state.session,
      scan: state.scan,
      facts: facts(),
      slots: slotCounts(vector()),
      choices: state.choices,
      result: state.result,
      shown: state.shown,
    }),
    setSession(session) {
      const before = account();
      state = { ...state, session };
      emit({ type: 'session', session });
      // Which facts count depends on the account.
      if (account() !== before) tellFacts();
    },
    setScan(scan) {
      state = { ...state, scan };
      emit({ type: 'scan', scan });
    },
    setEvidence(evidence) {
      state = { ...state, evidence };
      tellFacts();
    },
    async setChoices(choices) {
      await store.put('choices', choices);
      state = { ...state, choices };
      await store.put('vector', vector());
      emit({ type: 'choices', choices });
      tellFacts();
    },
    keepVector: () => store.put('vector', vector()),
    async setResult(result, logs = {}) {
      await store.commit({ logs: { ...logs, result } });
      state = { ...state, result };
      emit({ type: 'result', result });
    },
    async setShown(shown) {
      await store.put('shown', shown);
      state = { ...state, shown };
      emit({ type: 'shown', shown });
    },
    reset(next) {
      state = { ...state, ...next };
      emit({ type: 'session', session: state.session });
      emit({ type: 'scan', scan: state.scan });
      emit({ type: 'choices', choices: state.choices });
      emit({ type: 'result', result: state.result });
      emit({ type: 'shown', shown: state.shown });
      tellFacts();
    },
    setAsked(asked) {
      state = { ...state, asked };
      emit({ type: 'asked', asked: askedCatalog(asked) });
    },
    notice: (notice) => emit({ type: 'notice', notice }),
  };
}

function askedCatalog({ catalog, hash, next, problem }: Asked): AskedCatalog {
  const changes = next === null ? null : { hash: next.hash, changes: catalogChanges(catalog, next.catalog) };
  return { catalog, hash, changes, problem };
}
