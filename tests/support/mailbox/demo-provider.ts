/** The demo provider in the test's own process, and a token of its mailbox's owner. */
import { createDemo } from '../../../server/demo/index.ts';
import type { Demo, DemoOptions } from '../../../server/demo/index.ts';
import { createAccessTokens } from '../../../server/demo/oauth/access-token.ts';
import { GMAIL_READONLY } from '../../../server/demo/oauth/scopes.ts';

const SECRET = new Uint8Array(32).fill(7);
/** Lifetime of a token in seconds: longer than any scan by its own clock. Gmail's last an hour. */
export const TOKEN_SECONDS = 366 * 24 * 3_600;

/** Opens the demo provider with its mailbox ready. */
export async function openDemo(options: Partial<DemoOptions> = {}): Promise<Demo> {
  const demo = createDemo({ secret: SECRET, ...options });
  await demo.mailbox();
  return demo;
}

/** A token that can read the mailbox of {@link openDemo}, and the mailbox's owner. */
export async function ownerToken(demo: Demo): Promise<{ owner: string; token: string }> {
  const { owner } = await demo.mailbox();
  const { token } = await createAccessTokens(SECRET, TOKEN_SECONDS, Date.now).issue(owner, [GMAIL_READONLY]);
  return { owner, token };
}
