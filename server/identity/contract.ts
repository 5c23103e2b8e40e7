/** Contracts between the parts of the anonymous identity. Uses types of the web platform only. */

/** The anonymous identity that an upload needs. */
export interface Identity {
  /**
   * The identity's id; null when the token is foreign, forged, expired, or not from an anonymous sign-in.
   *
   * @throws Refusal 503 when the keys for checking it are not available
   */
  verify(idToken: string): Promise<string | null>;
}

export interface IdentityTokens {
  userId: string;
  idToken: string;
  refreshToken: string;
  /** Seconds. */
  expiresIn: number;
}

/** The identity service that takes Firebase's place. */
export interface EmbeddedIdentity extends Identity {
  signUp(): Promise<IdentityTokens>;
  /** Null when the refresh token is unknown. */
  refresh(refreshToken: string): Promise<IdentityTokens | null>;
  /** Null when the token is invalid or the identity is gone. Times in milliseconds since the epoch. */
  lookup(idToken: string): Promise<{ userId: string; createdAt: number; lastSeenAt: number } | null>;
  /** False when the token is not valid. */
  remove(idToken: string): Promise<boolean>;
  /** The public keys for checking the tokens (RFC 7517). */
  publicKeys(): { keys: Record<string, unknown>[] };
}
