/** Contracts between the parts of a sign-in. */

/** Who signed in, by a provider's ID token. */
export interface SignIn {
  issuer: string;
  /** The issuer's permanent id for the person. */
  subject: string;
  /** Verified, in lower case. */
  email: string;
  /** True when the issuer is authoritative for the address. */
  authoritative: boolean;
  /** 32 bytes that identify this ID token. */
  fingerprint: Uint8Array;
  /** The time from which the ID token is refused everywhere, in milliseconds since the epoch. */
  expiresAt: number;
}

/** The effort allowed for a token. */
export interface Effort {
  /** When true, the provider is not asked for an unknown key. By default it is, once in a while. */
  knownKeysOnly?: boolean;
}

export interface Provider {
  /**
   * Verifies an ID token with the provider's published keys.
   *
   * @param nonce the secret; the token's `nonce` claim is base64url(SHA-256(nonce))
   * @throws Refusal 401 that says what is wrong with the token, 503 when the keys are not available
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
   * Opens a session for the person of an ID token, and makes the account if there is none.
   *
   * @throws Refusal 401 a wrong or used ID token, 503 when the provider's keys are not available
   */
  open(
    idToken: string,
    nonce: string,
    effort?: Effort,
  ): Promise<{ token: string; expiresAt: number; user: { id: string; email: string } }>;
  /**
   * The session of a token.
   *
   * @throws Refusal 401 for a foreign, expired or ended session, or one without an account
   */
  read(token: string): Promise<Session>;
  /** Ends the session at every copy of the server. */
  end(session: Pick<Session, 'id' | 'expiresAt'>): Promise<void>;
}
