/** What the parts of a sign-in need of each other. */

/** Who signed in, by a provider's ID token. */
export interface SignIn {
  issuer: string;
  /** The issuer's own name for the person, for good. */
  subject: string;
  /** Verified, in lower case. */
  email: string;
  /** True when the issuer decides who holds the address. */
  authoritative: boolean;
  /** 32 bytes that tell this ID token from any other. */
  fingerprint: Uint8Array;
  /** When the ID token is refused everywhere. Milliseconds since the epoch. */
  expiresAt: number;
}

/** What a token may cost. */
export interface Effort {
  /** True: the provider is not asked for a key that is not known. By default it is, once in a while. */
  knownKeysOnly?: boolean;
}

export interface Provider {
  /**
   * Verifies an ID token with the provider's published keys.
   *
   * @param nonce the token's claim of that name is base64url(SHA-256(nonce))
   * @throws Refusal 401 that says what is wrong with the token, 503 when the keys cannot be had
   */
  verify(idToken: string, nonce: string, effort?: Effort): Promise<SignIn>;
}

/** A session of this server that is in force. */
export interface Session {
  id: string;
  accountId: string;
  /** The account's verified address, in lower case. */
  email: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

export interface Sessions {
  /**
   * Opens a session for whom an ID token stands for, and makes the account when there is none.
   *
   * @throws Refusal 401 an ID token that is wrong or was used, 503 when the provider's keys cannot be had
   */
  open(
    idToken: string,
    nonce: string,
    effort?: Effort,
  ): Promise<{ token: string; expiresAt: number; user: { id: string; email: string } }>;
  /** The session that a token is of. @throws Refusal 401 not ours, expired, ended, or its account is gone */
  read(token: string): Promise<Session>;
  /** From now on no copy of the server takes the session's token. */
  end(session: Pick<Session, 'id' | 'expiresAt'>): Promise<void>;
}
