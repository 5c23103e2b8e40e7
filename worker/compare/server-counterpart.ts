import { RefusedByServer } from '../client/api.ts';
import type { AskedOf, ServerApi } from '../client/api.ts';
import type { ServerSession } from '../contract.ts';
import { failure } from '../errors.ts';
import { KeysSpent } from './counterpart.ts';
import type { Counterpart } from './counterpart.ts';

/** The status with which the server refuses a key id that it has answered, or that was replaced. */
const CONFLICT = 409;

/**
 * The server as the counterpart. It needs neither the keys, which were announced to it by their link, nor the context,
 * which it computes itself from the organiser and the catalog that the request names.
 */
export function serverCounterpart(
  api: Pick<ServerApi, 'round2'>,
  token: ServerSession,
  asked: AskedOf,
): Counterpart {
  return {
    async round2(_publicKeys, message) {
      try {
        return await api.round2(token, asked, message);
      } catch (cause) {
        throw cause instanceof RefusedByServer ? meaningOf(cause) : cause;
      }
    },
  };
}

function meaningOf(refusal: RefusedByServer): Error {
  const { status, code, retryAfter } = refusal;
  if (code === 'catalog_unknown') return failure('catalog_changed', { cause: refusal });
  // Gone for good: reloading would not help.
  if (code === 'catalog_withdrawn') return failure('catalog_unknown', { cause: refusal });
  if (status === CONFLICT) return new KeysSpent(refusal);
  if (status === 401) return failure('session_invalid', { cause: refusal });
  if (status === 429 || status >= 500) {
    return failure('server_unavailable', {
      cause: refusal,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
  }
  return failure('comparison_failed', { cause: refusal });
}
