/** Proof Key for Code Exchange with S256 (RFC 7636) and the `state` of OAuth 2 (RFC 6749, 10.12). */

/** Unpadded base64url (RFC 4648, section 5). */
export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** 32 random bytes as 43 characters: a verifier (RFC 7636, 4.1) or a state. */
export function randomSecret(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** `code_challenge` of a verifier: base64url of its SHA-256 (RFC 7636, 4.2). */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64url(new Uint8Array(digest));
}
