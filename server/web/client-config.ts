import { z } from 'zod';

/** The answer of `GET /api/config`: which provider signs people in, and the addresses of services. */
export const clientConfigSchema = z.object({
  provider: z.enum(['demo', 'google']),
  googleClientId: z.string().nullable(),
  /** The address for the blob client, absolute or a path on this server; null for Vercel's own. */
  blobApiUrl: z.string().nullable(),
  firebase: z.object({
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
    appId: z.string(),
  }),
  /** The service that takes Firebase's place; null for Firebase itself. */
  identityEmulatorUrl: z.string().nullable(),
});
export type ClientConfig = z.infer<typeof clientConfigSchema>;
