import type { Catalog } from '../../catalog/index.ts';
import { appConfig } from '../client/config.ts';
import type { ServerConfig } from '../client/config.ts';
import type {
  Choices,
  ComparisonResult,
  Fact,
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

/** What the device knows, as the store and the page's session had it. */
export interface DeviceState {
  server: ServerConfig;
  catalog: Catalog;
  session: Session | null;
  scan: ScanProgress;
  evidence: readonly LoggedEvidence[];
  choices: Choices;
  result: ComparisonResult | null;
  shown: Shown | null;
}

/**
 * The state of the core while it is open. It changes here only, and every change is told to the page
 * (STYLE 2). What must outlive a reload is stored first, then told.
 */
export interface Device {
  readonly store: Store;
  readonly state: Readonly<DeviceState>;
  /** Facts of the evidence and the choices, for the signed-in account. */
  facts(): Fact[];
  vector(): Vector;
  snapshot(): Snapshot;
  setSession(session: Session | null): void;
  setScan(scan: ScanProgress): void;
  /** The scan itself stores the evidence. */
  setEvidence(evidence: readonly LoggedEvidence[]): void;
  setChoices(choices: Choices): Promise<void>;
  /** Stores the vector of the evidence and choices at hand, once a scan has ended. */
  keepVector(): Promise<void>;
  /** Stores the result, and what belongs to it, in one transaction. */
  setResult(result: ComparisonResult, logs?: Partial<TravelLogs>): Promise<void>;
  setShown(shown: Shown): Promise<void>;
  /** Replaces everything, e.g. after the stores were emptied. */
  reset(state: Omit<DeviceState, 'server' | 'catalog'>): void;
  notice(message: string): void;
}

export const NO_CHOICES: Choices = { interests: [], events: [] };

export function createDevice(store: Store, initial: DeviceState, emit: (event: WorkerEvent) => void): Device {
  let state = initial;
  const account = (): string | null => state.session?.email ?? null;
  const vector = (): Vector => buildVector(state.evidence, state.choices, account());
  const facts = (): Fact[] => factsOf(state.evidence, state.choices, state.catalog, account());
  const tellFacts = (): void => emit({ type: 'facts', facts: facts(), slots: slotCounts(vector()) });

  return {
    store,
    get state() {
      return state;
    },
    facts,
    vector,
    snapshot: () => ({
      config: appConfig(state.server),
      events: state.catalog.events,
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
      // Which facts count depends on whose account it is.
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
    notice: (message) => emit({ type: 'notice', message }),
  };
}
