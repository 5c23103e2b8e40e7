import { z } from 'zod';

/** Which provider signs people in, and where its calls go. What `GET /api/config` answers. */
export const clientConfigSchema = z.object({
  provider: z.enum(['demo', 'google']),
  googleClientId: z.string().nullable(),
  /** Where the blob client sends its calls, absolute or a path on this server; null: Vercel's own address. */
  blobApiUrl: z.string().nullable(),
  firebase: z.object({
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
    appId: z.string(),
  }),
  /** Who answers the identity calls in Firebase's place; null when Firebase does. */
  identityEmulatorUrl: z.string().nullable(),
});
export type ClientConfig = z.infer<typeof clientConfigSchema>;
