/**
 * What the server holds about the person: read from it, downloaded, withdrawn, removed. The device keeps the last
 * known state of what is shown, to be looked at offline; the server's is the truth.
 */
import { FACTS } from '../../catalog/index.ts';
import type { Clock } from '../clock.ts';
import type { ServerSession, Shown, ShownStamp, WithdrawnStamp } from '../contract.ts';
import type { Device } from '../device/device.ts';
import { AppFailure, failure } from '../errors.ts';
import type { ServerApi } from '../client/api.ts';
import { Refusal } from '../client/api.ts';
import { refused } from '../client/refused.ts';
import { signedIn } from '../session/session.ts';

export interface ServerRecord {
  /** Asks the server what is shown. */
  read(): Promise<Shown>;
  /**
   * Adds what the server records of these facts. Where its answer is lost it is asked what it has, since it may have
   * recorded them all the same.
   */
  add(facts: readonly string[], disclosing: Promise<readonly ShownStamp[]>): Promise<Shown>;
  /** @throws AppFailure `disclosure_unknown` when the server has it no longer; what it has was read anew */
  withdraw(id: string): Promise<Shown>;
  /** Everything that the server holds, as it says it. */
  holdings(): Promise<unknown>;
  /** Removes the account at the server. This device stays as it is. */
  removeAccount(): Promise<void>;
}

const POSITIONS = new Map<string, number>(FACTS.map(({ id }, index) => [id, index]));

/** A fact that this version does not know comes last. */
function position({ fact }: ShownStamp): number {
  return POSITIONS.get(fact) ?? FACTS.length;
}

/** What is shown, with these stamps added or renewed: by organiser, newest day first, in catalog order within a day. */
export function withStamps(stamps: readonly ShownStamp[], more: readonly ShownStamp[]): ShownStamp[] {
  const byId = new Map([...stamps, ...more].map((stamp) => [stamp.id, stamp]));
  return [...byId.values()].toSorted(
    (a, b) =>
      a.organiser.name.localeCompare(b.organiser.name) ||
      // Days are ISO 8601; what was shown before days were recorded is the oldest.
      (b.day ?? '').localeCompare(a.day ?? '') ||
      position(a) - position(b) ||
      a.id.localeCompare(b.id),
  );
}

/** A stamp by who holds it and what it is about, whichever disclosure it was. */
function keyOf({ organiser, fact }: WithdrawnStamp): string {
  return `${organiser.slug} ${fact}`;
}

/** What was shown before, or withdrawn even earlier, and is not among these. */
function withdrawnFrom(before: Shown | null, stamps: readonly ShownStamp[]): WithdrawnStamp[] {
  const held = new Set(stamps.map(keyOf));
  const known = [...(before?.withdrawn ?? []), ...(before?.stamps ?? [])];
  const gone = new Map(
    known.filter((stamp) => !held.has(keyOf(stamp))).map((stamp) => [keyOf(stamp), stamp]),
  );
  return [...gone.values()].map(({ organiser, fact }) => ({ organiser, fact }));
}

export function createServerRecord(deps: {
  device: () => Device;
  api: ServerApi;
  clock: Clock;
}): ServerRecord {
  const { device, api, clock } = deps;
  /** The session under which the account was asked to be removed. */
  let asked: string | null = null;
  const session = (): ServerSession => signedIn(device().state.session, clock).serverSession;

  const keep = async (stamps: ShownStamp[], readAt: number | null): Promise<Shown> => {
    const shown: Shown = { stamps, withdrawn: withdrawnFrom(device().state.shown, stamps), readAt };
    await device().setShown(shown);
    return shown;
  };

  const read: ServerRecord['read'] = async () => {
    const stamps = await api.shown(session()).catch((cause: unknown) => {
      // No account, so nothing that hangs on it.
      if (cause instanceof Refusal && cause.code === 'no_account') return [];
      throw refused(cause, 'server_unavailable');
    });
    return keep(withStamps(stamps, []), clock.now());
  };

  return {
    read,
    async add(facts, disclosing) {
      let stamps: readonly ShownStamp[];
      try {
        stamps = await disclosing;
      } catch (cause) {
        const known = isUnanswered(cause) ? await read().catch(() => null) : null;
        const recorded = new Set(known?.stamps.map(({ fact }) => fact));
        if (known === null || !facts.every((fact) => recorded.has(fact))) throw cause;
        return known;
      }
      const { shown } = device().state;
      return keep(withStamps(shown?.stamps ?? [], stamps), shown?.readAt ?? null);
    },
    async withdraw(id) {
      try {
        await api.withdraw(session(), id);
      } catch (cause) {
        if (!(cause instanceof Refusal) || cause.status !== 404) throw refused(cause, 'server_unavailable');
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
        // The account's sessions end with it: this one did when the answer to the request before was lost.
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

/** True when the server may have done what it was asked without the device having heard of it. */
function isUnanswered(cause: unknown): boolean {
  return cause instanceof AppFailure && (cause.code === 'offline' || cause.code === 'server_unavailable');
}
