/** Records what the worker core does with the PSI and the database, without changing it. */
import type { Psi } from '../../../psi-wasm/index.ts';
import { DATABASE_NAME } from '../../../worker/store/index.ts';
import { slotsOf } from '../../support/psi/slots.ts';
import { storedIn } from '../../support/stored.ts';

/** The inputs and outputs of the rounds. */
export interface PsiRecord {
  /** Private keys and states of every round 1. These are the arrays themselves, with their current contents. */
  secrets: Uint8Array[];
  /** Key ids of every round 1. */
  used: string[];
  /** The slots that matched in every round 3. */
  matched: number[][];
}

/** The PSI, with every call recorded as a step. */
export function watchedPsi(psi: Psi, record: PsiRecord, steps: string[]): Psi {
  return {
    ...psi,
    genKeys() {
      steps.push('psi genKeys');
      return psi.genKeys();
    },
    round1(keys, bits, context) {
      steps.push('psi round1');
      record.used.push(Buffer.from(psi.readPrivateKeys(keys).keyId).toString('hex'));
      const first = psi.round1(keys, bits, context);
      record.secrets.push(keys, first.state);
      return first;
    },
    readReply(bytes) {
      steps.push('psi readReply');
      return psi.readReply(bytes);
    },
    round3(keys, state, reply) {
      steps.push('psi round3');
      const third = psi.round3(keys, state, reply);
      record.matched.push(slotsOf(third.matches));
      return third;
    },
  };
}

/**
 * The database, with every transaction recorded as a step, except for the ledger's. Those are written with relaxed
 * durability: nothing waits for them, they follow from the requests and answers, and how many are combined is chance.
 */
export function watchedDatabase(factory: IDBFactory, steps: string[]): IDBFactory {
  const open = (name: string, version?: number): IDBOpenDBRequest => {
    const opening = factory.open(name, version);
    opening.addEventListener('success', () => {
      const database = opening.result;
      const transaction = database.transaction.bind(database);
      database.transaction = (stores, mode = 'readonly', options = {}) => {
        const ledger = mode === 'readwrite' && options.durability === 'relaxed';
        if (!ledger)
          steps.push(`store ${mode} ${typeof stores === 'string' ? stores : [...stores].join('+')}`);
        return transaction(stores, mode, options);
      };
    });
    return opening;
  };
  return {
    open,
    cmp: (first, second) => factory.cmp(first, second),
    databases: () => factory.databases(),
    deleteDatabase: (name) => factory.deleteDatabase(name),
  };
}

/**
 * Everything in the core's database by store and key, except for the ledger, the ids of used keys and the hash of the
 * only catalog.
 */
export async function contents(factory: IDBFactory): Promise<Record<string, unknown>> {
  const stored = Object.entries(await storedIn(factory, DATABASE_NAME));
  return Object.fromEntries(
    stored
      .filter(([path]) => !/^travelLogs\/(ledger|spent\/)/.test(path))
      .map(([path, kept]) => [path.replace(/\/[0-9a-f]{64}\//, '/'), kept]),
  );
}
