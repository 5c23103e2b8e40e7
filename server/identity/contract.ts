/** What the parts of the anonymous identity need of each other; with the web platform's types alone, as `ports.ts`. */

/** The anonymous identity that an upload needs (DESIGN 7, Identity). */
export interface Identity {
  /**
   * The identity's id; null when the token is not ours, forged, expired, or not of an anonymous sign-in.
   *
   * @throws Refusal 503 when the keys to judge it cannot be had
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

/** The identity service that answers in Firebase's place. */
export interface EmbeddedIdentity extends Identity {
  signUp(): Promise<IdentityTokens>;
  /** Null when the refresh token is unknown. */
  refresh(refreshToken: string): Promise<IdentityTokens | null>;
  /** Null when the token is not valid or the identity is gone. Milliseconds since the epoch. */
  lookup(idToken: string): Promise<{ userId: string; createdAt: number; lastSeenAt: number } | null>;
  /** False when the token is not valid. */
  remove(idToken: string): Promise<boolean>;
  /** The public keys that the tokens are signed with (RFC 7517). */
  publicKeys(): { keys: Record<string, unknown>[] };
}
