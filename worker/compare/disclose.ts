import { bytesToHex } from '@noble/hashes/utils.js';
import { type Catalog, type CatalogFact, catalogFacts } from '../../catalog/index.ts';
import type { Disclosure, ServerApi } from '../client/api.ts';
import { refused } from '../client/refused.ts';
import type { SignedIn } from '../session/session.ts';
import type { ComparisonResult, RecordedStamp } from '../contract.ts';
import { failure } from '../errors.ts';
import type { SlotToken } from './decode.ts';

/** What a comparison leaves behind for disclosure. */
export interface ComparisonTokens {
  /** The session of round 2: 32 bytes. */
  session: Uint8Array;
  tokens: readonly SlotToken[];
}

/** The facts of a result, in catalog order. */
export function factsOfResult(catalog: Catalog, result: ComparisonResult): CatalogFact[] {
  return catalogFacts(catalog).all.filter(({ list, key }) => result[list].includes(key));
}

/**
 * What may leave the device for these facts: the tokens of those that were chosen, are in the result, and are not
 * shown yet. Everything else is left out.
 *
 * @param chosen ids of facts
 * @param shown the ids of facts that are shown
 * @throws AppFailure `nothing_selected` when nothing remains
 */
export function selectTokens(
  chosen: readonly string[],
  catalog: Catalog,
  result: ComparisonResult,
  comparison: ComparisonTokens,
  shown: ReadonlySet<string>,
): Disclosure {
  const tokens = new Map(comparison.tokens.map(({ slot, token }) => [slot, token]));
  const facts: Disclosure['facts'] = [];
  for (const { id, slot } of factsOfResult(catalog, result)) {
    const token = tokens.get(slot);
    if (token === undefined || !chosen.includes(id) || shown.has(id)) continue;
    facts.push({ slot, token: bytesToHex(token) });
  }
  if (facts.length === 0) throw failure('nothing_selected');
  return { sessionId: bytesToHex(comparison.session), facts };
}

/**
 * Sends the chosen tokens and returns what the server recorded.
 *
 * @throws AppFailure `nothing_selected`, `disclosure_refused`, `session_…`, `offline`, `server_unavailable`
 */
export async function disclose(
  disclosure: Disclosure,
  { api, session }: { api: ServerApi; session: SignedIn },
): Promise<RecordedStamp[]> {
  try {
    const accepted = await api.disclose(session.serverSession, disclosure);
    if (accepted.length === 0) throw failure('disclosure_refused');
    return accepted;
  } catch (cause) {
    throw refused(cause, 'disclosure_refused');
  }
}
