import { bytesToHex } from '@noble/hashes/utils.js';
import { EVENT_KEYS, factById, FACTS, INTEREST_KEYS } from '../../catalog/index.ts';
import type { FactId } from '../../catalog/index.ts';
import type { Disclosure, ServerApi } from '../account/api.ts';
import { Refusal } from '../account/api.ts';
import type { SignedIn } from '../account/session.ts';
import type { ComparisonResult } from '../contract.ts';
import { failure } from '../errors.ts';
import type { SlotToken } from './decode.ts';

/** What a comparison leaves behind for disclosure. */
export interface ComparisonTokens {
  /** The session of round 2: 32 bytes. */
  session: Uint8Array;
  tokens: readonly SlotToken[];
}

/** The facts of a result, in catalog order. */
export function factsOfResult(result: ComparisonResult): FactId[] {
  return [
    ...EVENT_KEYS.filter((key) => result.verifiedTravelEvents.includes(key)).map(
      (key): FactId => `verifiedTravelEvents/${key}`,
    ),
    ...EVENT_KEYS.filter((key) => result.selfAttestedEvents.includes(key)).map(
      (key): FactId => `selfAttestedEvents/${key}`,
    ),
    ...INTEREST_KEYS.filter((key) => result.travelInterests.includes(key)).map(
      (key): FactId => `travelInterests/${key}`,
    ),
  ];
}

/**
 * What may leave the device for these facts: the tokens of those that were chosen, stand in the result and
 * were not disclosed before (DESIGN 2, step 6). Everything else is left out.
 *
 * @throws AppFailure `nothing_selected` when nothing remains
 */
export function selectTokens(
  chosen: readonly FactId[],
  result: ComparisonResult,
  comparison: ComparisonTokens,
): { ids: FactId[]; disclosure: Disclosure } {
  const tokens = new Map(comparison.tokens.map(({ slot, token }) => [slot, token]));
  const disclosed = new Set(result.disclosed.map(({ id }) => id));
  const ids: FactId[] = [];
  const facts: Disclosure['facts'] = [];
  for (const id of factsOfResult(result)) {
    const slot = factById(id)?.slot;
    const token = slot === undefined ? undefined : tokens.get(slot);
    if (slot === undefined || token === undefined || !chosen.includes(id) || disclosed.has(id)) continue;
    ids.push(id);
    facts.push({ slot, token: bytesToHex(token) });
  }
  if (ids.length === 0) throw failure('nothing_selected');
  return { ids, disclosure: { sessionId: bytesToHex(comparison.session), facts } };
}

/**
 * Sends the chosen tokens and answers with the result, marked with what the server took.
 *
 * @throws AppFailure `nothing_selected`, `disclosure_refused`, `session_…`, `offline`, `server_unavailable`
 */
export async function disclose(
  chosen: readonly FactId[],
  result: ComparisonResult,
  comparison: ComparisonTokens,
  { api, session, now }: { api: ServerApi; session: SignedIn; now: number },
): Promise<ComparisonResult> {
  const { ids, disclosure } = selectTokens(chosen, result, comparison);
  let accepted: string[];
  try {
    accepted = await api.disclose(session.serverSession, disclosure);
  } catch (cause) {
    throw cause instanceof Refusal ? refused(cause) : cause;
  }
  const taken = ids.filter((id) => accepted.includes(id));
  if (taken.length === 0) throw failure('disclosure_refused');
  const disclosed = [...result.disclosed, ...taken.map((id) => ({ id, at: now }))];
  const order = new Map(FACTS.map(({ id }, index) => [id, index]));
  return {
    ...result,
    disclosed: disclosed.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)),
  };
}

function refused(cause: Refusal): Error {
  if (cause.status === 401) return failure('session_invalid', { cause });
  const { retryAfter } = cause;
  if (cause.status === 429 || cause.status >= 500) {
    return failure('server_unavailable', { cause, ...(retryAfter === undefined ? {} : { retryAfter }) });
  }
  const { reason } = cause;
  return failure('disclosure_refused', { cause, ...(reason === undefined ? {} : { serverError: reason }) });
}
