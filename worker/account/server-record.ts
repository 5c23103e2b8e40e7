/**
 * Reads, downloads, withdraws and removes what the server holds about the person. The device keeps the last known
 * disclosures for viewing offline; the server's record is the truth.
 */
import { type Catalog, type CatalogFacts, catalogFacts } from '../../catalog/index.ts';
import type { Clock } from '../clock.ts';
import { isAskedBy } from '../contract.ts';
import type { RecordedStamp, ServerSession, Shown, ShownStamp, WithdrawnStamp } from '../contract.ts';
import type { Device } from '../device/device.ts';
import { AppFailure, failure } from '../errors.ts';
import type { ServerApi } from '../client/api.ts';
import { RefusedByServer } from '../client/api.ts';
import { refused } from '../client/refused.ts';
import { signedIn } from '../session/session.ts';

export interface ServerRecord {
  /** Reads the disclosures from the server. */
  read(): Promise<Shown>;
  /**
   * Adds the server's record of these facts. If its answer is lost, the server is asked for its record, since it may
   * have stored them.
   */
  add(facts: readonly string[], disclosing: Promise<readonly RecordedStamp[]>): Promise<Shown>;
  /** @throws AppFailure `disclosure_unknown` when the server no longer has it; its record was then read again */
  withdraw(id: string): Promise<Shown>;
  /** Everything that the server holds, in the server's own form. */
  holdings(): Promise<unknown>;
  /** Removes the account at the server. Changes nothing on this device. */
  removeAccount(): Promise<void>;
}

/**
 * The disclosures with these stamps added or renewed: by organiser, newest day first, in catalog order within a day.
 */
export function withStamps(
  stamps: readonly ShownStamp[],
  more: readonly ShownStamp[],
  catalog: Catalog,
): ShownStamp[] {
  const order = [...catalogFacts(catalog).byId.keys()];
  // A fact of another catalog comes last.
  const position = ({ fact }: ShownStamp): number =>
    order.includes(fact) ? order.indexOf(fact) : order.length;
  const byId = new Map([...stamps, ...more].map((stamp) => [stamp.id, stamp]));
  return [...byId.values()].toSorted(
    (a, b) =>
      a.organiser.name.localeCompare(b.organiser.name) ||
      // Days are ISO 8601; disclosures without a day are the oldest.
      (b.day ?? '').localeCompare(a.day ?? '') ||
      position(a) - position(b) ||
      a.id.localeCompare(b.id),
  );
}

/** Identifies a stamp by organiser, catalog and fact, whichever disclosure it was. */
function keyOf({ organiser, catalog, fact }: WithdrawnStamp): string {
  return `${organiser.slug} ${catalog} ${fact}`;
}

/** Stamps that were disclosed or withdrawn before and are not among these. */
function withdrawnFrom(before: Shown | null, stamps: readonly ShownStamp[]): WithdrawnStamp[] {
  const held = new Set(stamps.map(keyOf));
  const known = [...(before?.withdrawn ?? []), ...(before?.stamps ?? [])];
  const gone = new Map(
    known.filter((stamp) => !held.has(keyOf(stamp))).map((stamp) => [keyOf(stamp), stamp]),
  );
  return [...gone.values()].map(({ organiser, catalog, fact }) => ({ organiser, catalog, fact }));
}

export function createServerRecord(deps: {
  device: () => Device;
  api: ServerApi;
  clock: Clock;
}): ServerRecord {
  const { device, api, clock } = deps;
  /** The session with which the removal of the account was requested. */
  let asked: string | null = null;
  const session = (): ServerSession => signedIn(device().state.session, clock).serverSession;

  const keep = async (stamps: ShownStamp[], readAt: number | null): Promise<Shown> => {
    const shown: Shown = { stamps, withdrawn: withdrawnFrom(device().state.shown, stamps), readAt };
    await device().setShown(shown);
    return shown;
  };

  /** The stamps with the names that their own catalogs give them. */
  const named = async (stamps: readonly RecordedStamp[]): Promise<ShownStamp[]> => {
    const { store, state } = device();
    const hashes = new Set(stamps.flatMap(({ catalog }) => (catalog === null ? [] : [catalog])));
    const known = new Map<string, CatalogFacts>();
    for (const hash of hashes) {
      const { asked: current } = state;
      const catalog = hash === current.hash ? current.catalog : await store.forCatalog(hash).get('catalog');
      if (catalog !== undefined) known.set(hash, catalogFacts(catalog));
    }
    return stamps.map((stamp) => ({
      ...stamp,
      name: known.get(stamp.catalog ?? '')?.byId.get(stamp.fact)?.name ?? null,
    }));
  };

  const read: ServerRecord['read'] = async () => {
    const stamps = await api.shown(session()).catch((cause: unknown) => {
      // Without an account there are no disclosures.
      if (cause instanceof RefusedByServer && cause.code === 'no_account') return [];
      throw refused(cause, 'server_unavailable');
    });
    return keep(withStamps(await named(stamps), [], device().catalog), clock.now());
  };

  return {
    read,
    async add(facts, disclosing) {
      let stamps: readonly RecordedStamp[];
      try {
        stamps = await disclosing;
      } catch (cause) {
        const known = isUnanswered(cause) ? await read().catch(() => null) : null;
        const { asked: query } = device().state;
        const own = known?.stamps.filter((stamp) => isAskedBy(stamp, query));
        const recorded = new Set(own?.map(({ fact }) => fact));
        if (known === null || !facts.every((fact) => recorded.has(fact))) throw cause;
        return known;
      }
      const { catalog } = device();
      const { shown } = device().state;
      return keep(withStamps(shown?.stamps ?? [], await named(stamps), catalog), shown?.readAt ?? null);
    },
    async withdraw(id) {
      try {
        await api.withdraw(session(), id);
      } catch (cause) {
        if (!(cause instanceof RefusedByServer) || cause.status !== 404)
          throw refused(cause, 'server_unavailable');
        await read();
        throw failure('disclosure_unknown', { cause });
      }
      const { shown } = device().state;
      const left = (shown?.stamps ?? []).filter((stamp) => stamp.id !== id);
      return keep(left, shown?.readAt ?? null);
    },
    async holdings() {
      try {
        return await api.holdings(session());
      } catch (cause) {
        throw refused(cause, 'server_unavailable');
      }
    },
    async removeAccount() {
      const { token } = session();
      try {
        const removing = api.removeAccount(session());
        const before = asked;
        asked = token;
        // The account's sessions end with it. If this one did, the answer to the earlier request was lost.
        await removing.catch((cause: unknown) => {
          if (before !== token || !(cause instanceof AppFailure) || cause.code !== 'session_ended')
            throw cause;
        });
      } catch (cause) {
        throw refused(cause, 'server_unavailable');
      }
    },
  };
}

/** True when the server may have carried out a request without the device learning of it. */
function isUnanswered(cause: unknown): boolean {
  return cause instanceof AppFailure && (cause.code === 'offline' || cause.code === 'server_unavailable');
}
