import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CLOCK_SKEW_SECONDS, checkIdToken } from '../identity/id-token.ts';
import type { IdTokenFault, IdTokenRules } from '../identity/id-token.ts';
import { KEYS_RETRY_SECONDS } from '../identity/published-keys.ts';
import type { Provider } from '../session/contract.ts';
import { accountAddress } from '../session/address.ts';
import { Refusal } from '../web/refusal.ts';
import type { RefusalCode } from '../web/refusal.ts';

/** RFC 5321 4.5.3.1 allows 254 characters for an address. */
const MAX_EMAIL = 254;
/** OpenID Connect Core 2: no longer than 255 ASCII characters. */
const MAX_SUBJECT = 255;

/** The claims of a sign-in, beyond those of every ID token (OpenID Connect Core 5.1). */
const signInClaims = z.object({
  sub: z.string().max(MAX_SUBJECT),
  exp: z.number(),
  email: z.string().min(3).max(MAX_EMAIL),
  /** Google's claim for the organisation that an address belongs to. */
  hd: z.string().min(1).optional(),
});
export type SignInClaims = z.infer<typeof signInClaims>;

type SignInFault = IdTokenFault | 'nonce' | 'unverified';

const REFUSALS: Record<SignInFault, [code: RefusalCode, message: string]> = {
  expired: ['id_token_expired', 'This sign-in has taken too long: its ID token has expired. Sign in again.'],
  audience: ['id_token_audience', 'This ID token was issued for another app. Sign in on this page again.'],
  unsigned: ['id_token_unsigned', 'This ID token is not signed by the sign-in provider. Sign in again.'],
  nonce: ['id_token_nonce', 'This ID token belongs to another sign-in. Sign in again on this device.'],
  unverified: [
    'id_token_unverified',
    'Your address is not verified with the sign-in provider. Verify it there, then sign in again.',
  ],
  invalid: ['id_token_invalid', 'This ID token cannot be used to sign in. Sign in again.'],
};

/** The rules for a provider's ID tokens. */
export interface ProviderRules extends Pick<IdTokenRules, 'audience' | 'algorithm' | 'keys' | 'now'> {
  /** The keys that need no request; by default all. */
  knownKeys?: IdTokenRules['keys'];
  /** The issuer as stored in accounts. */
  issuer: string;
  /** Other spellings of it. */
  aliases?: readonly string[];
  /** True when the provider itself decides who holds the address. */
  authoritative: (claims: SignInClaims) => boolean;
  /** The provider's name for people. */
  name: string;
}

/** Verifies sign-ins with the issuer's keys, without asking anybody about a token. */
export function createProvider({
  issuer,
  aliases = [],
  authoritative,
  name,
  keys: allKeys,
  knownKeys = allKeys,
  ...rules
}: ProviderRules): Provider {
  const check = async (idToken: string, keys: IdTokenRules['keys']) => {
    try {
      return await checkIdToken(idToken, {
        ...rules,
        keys,
        issuers: [issuer, ...aliases],
        graceSeconds: CLOCK_SKEW_SECONDS,
      });
    } catch (cause) {
      throw new Refusal(503, `${name} did not answer. Please try again in a moment.`, {
        code: 'provider_silent',
        retryAfter: KEYS_RETRY_SECONDS,
        cause,
      });
    }
  };
  return {
    async verify(idToken, nonce, { knownKeysOnly = false } = {}) {
      const checked = await check(idToken, knownKeysOnly ? knownKeys : allKeys);
      if ('fault' in checked) throw refusal(checked.fault);
      const { claims } = checked;
      if (claims['nonce'] !== sha256(nonce).toString('base64url')) throw refusal('nonce');
      const read = signInClaims.safeParse(claims);
      if (!read.success) throw refusal('invalid');
      if (claims['email_verified'] !== true) throw refusal('unverified');
      const email = accountAddress(read.data.email);
      if (email === null) throw refusal('invalid');
      return {
        issuer,
        subject: read.data.sub,
        email,
        authoritative: authoritative({ ...read.data, email }),
        fingerprint: fingerprintOf(idToken),
        expiresAt: (read.data.exp + CLOCK_SKEW_SECONDS) * 1000,
      };
    },
  };
}

/**
 * Identifies an ID token by its signed part only: the signature's text can be changed without invalidating it (RFC 4648
 * 3.5; for ECDSA also by its second value).
 */
function fingerprintOf(idToken: string): Uint8Array {
  return new Uint8Array(sha256(idToken.slice(0, idToken.lastIndexOf('.'))));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function refusal(fault: SignInFault): Refusal {
  const [code, message] = REFUSALS[fault];
  return new Refusal(401, message, { code });
}
