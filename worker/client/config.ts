import { z } from 'zod';
import type { AppConfig } from '../contract.ts';

/** An address from the server: absolute, or a path on its own origin. */
const address = z.string().regex(/^(https?:\/\/|\/)/, 'an http(s) address or a path');

/**
 * What the app reads of `GET /api/config`. The addresses where mail is read are not in it but in the code
 * (`mail-grant.ts`).
 */
export const serverConfigSchema = z.object({
  provider: z.enum(['demo', 'google']),
  googleClientId: z.string().nullable(),
  /** Null: Vercel's own. */
  blobApiUrl: address.nullable(),
  firebase: z.object({
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
    appId: z.string(),
  }),
  /** Origin that answers identity calls in place of Firebase; null when Firebase answers. */
  identityEmulatorUrl: address.nullable(),
});
export type ServerConfig = z.infer<typeof serverConfigSchema>;

/** The part of the configuration for the page. */
export function appConfig({ provider, googleClientId }: ServerConfig): AppConfig {
  return { provider, googleClientId };
}
