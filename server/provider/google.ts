import { z } from 'zod';
import type { Provider } from '../ports.ts';
import { Refusal } from '../web/refusal.ts';
import { accountAddress } from './address.ts';
import { createTokenMemory } from './token-memory.ts';

const GOOGLE_TOKENINFO = 'https://oauth2.googleapis.com/tokeninfo';

/** An answer is trusted this long, and never past the token's own end. Milliseconds. */
const CACHE_MS = 60_000;
/** A bad token is asked about again after this time. Milliseconds. */
const CACHE_BAD_MS = 10_000;
/** Google answers in tens of milliseconds. */
const TIMEOUT_MS = 5_000;
/** Seconds after which a caller may try again when Google does not answer. */
const RETRY_AFTER_SECONDS = 5;

/** The members of Google's answer that decide; numbers and booleans come as strings. */
const tokenInfo = z.object({
  aud: z.string(),
  email: z.string().min(3),
  email_verified: z.union([z.literal('true'), z.literal(true)]),
  expires_in: z.coerce.number().positive(),
});

/** How a question was answered: by Google, from memory, or not at all. */
export type ProviderAnswer = 'asked' | 'cached' | 'silent';

interface Entry {
  address: Promise<string | null>;
  /** Milliseconds since the epoch. */
  until: number;
}

export interface GoogleOptions {
  /** Tokens must have been issued for this client. */
  clientId: string;
  /** The network edge, for tests. */
  fetch?: typeof fetch;
  tokenInfoUrl?: string;
  now?: () => number;
  /** Called for each question. */
  answered?: (answer: ProviderAnswer) => void;
}

/**
 * Google as the provider: asks tokeninfo for whom and for which client a token was issued. The token goes in
 * the body, never in an address; answers are remembered.
 */
export function createGoogleProvider(options: GoogleOptions): Provider {
  const { clientId, fetch: send = fetch, tokenInfoUrl = GOOGLE_TOKENINFO, now = Date.now } = options;
  const asked = createTokenMemory<Entry>();
  const { answered = () => undefined } = options;

  const ask = async (token: string, entry: Entry): Promise<string | null> => {
    let answer: Response;
    let body: unknown;
    try {
      answer = await send(tokenInfoUrl, {
        method: 'POST',
        body: new URLSearchParams({ access_token: token }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      body = answer.ok ? await answer.json() : await answer.body?.cancel();
    } catch (cause) {
      throw providerSilent(cause);
    }
    if (answer.status === 429 || answer.status >= 500) throw providerSilent(answer.status);
    const info = tokenInfo.safeParse(body);
    if (!info.success || info.data.aud !== clientId) {
      entry.until = now() + CACHE_BAD_MS;
      return null;
    }
    entry.until = now() + Math.min(CACHE_MS, info.data.expires_in * 1000);
    return accountAddress(info.data.email);
  };

  return {
    async addressOf(token) {
      const known = asked.get(token);
      if (known !== undefined && known.until > now()) {
        answered('cached');
        return known.address;
      }
      // While the question is under way, further calls with the same token wait for the same answer.
      const entry: Entry = { address: Promise.resolve(null), until: now() + TIMEOUT_MS };
      entry.address = ask(token, entry);
      asked.set(token, entry);
      try {
        const address = await entry.address;
        answered('asked');
        return address;
      } catch (cause) {
        answered('silent');
        asked.delete(token, entry);
        throw cause;
      }
    },
  };
}

function providerSilent(cause: unknown): Refusal {
  return new Refusal(503, 'Google did not answer. Please try again in a moment.', {
    retryAfter: RETRY_AFTER_SECONDS,
    cause,
  });
}
