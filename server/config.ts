/** The server's configuration: read from the environment once and checked; errors name the keys. */
import { Resolver } from 'node:dns';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { operatorSchema } from '../catalog/index.ts';
import type { Operator } from '../catalog/index.ts';
import type { HostedProject } from './catalog/hosted-project.ts';
import type { LogSettings } from './operator/log.ts';
import { StartError } from './operator/start-error.ts';
import { isLoopback } from './web/own-host.ts';

const wholeNumber = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

const origin = z.string().refine((value) => /^https?:/.test(value) && URL.parse(value)?.origin === value, {
  error: 'must be an origin like https://waystamp.example, without a path or a slash at its end',
});

const dnsServers = z
  .string()
  .transform((value) => value.split(',').map((address) => address.trim()))
  .refine(areDnsServers, {
    error: 'must be addresses of DNS servers, with a port where it is not 53: 192.0.2.1, [2001:db8::1]:5353',
  });

function areDnsServers(addresses: readonly string[]): boolean {
  try {
    new Resolver().setServers(addresses);
    return true;
  } catch {
    return false;
  }
}

/** Groups of keys that must be set together. */
const TOGETHER = [
  {
    keys: ['FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN', 'FIREBASE_PROJECT_ID', 'FIREBASE_APP_ID'],
    message: 'missing: give all four FIREBASE_ keys or none',
  },
  { keys: ['SUPABASE_URL', 'SUPABASE_ANON_KEY'], message: 'missing: give both SUPABASE_ keys or none' },
] as const;

/** Supabase's secret keys pass every policy: `sb_secret_…`, or a JWT of the role `service_role`. */
function isServiceKey(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true;
  try {
    return decodeJwt(key)['role'] === 'service_role';
  } catch {
    return false;
  }
}

/** Every key is explained in .env.example. */
export const environment = z
  .object({
    PORT: wholeNumber(0, 65_535).default(8787),
    HOST: z.string().min(1).default('127.0.0.1'),
    PUBLIC_ORIGIN: origin.optional(),
    TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\w.~+/-]{32,}=*$/, 'at least 32 random characters, as a bearer token has them')
      .optional(),
    LOG_FORMAT: z.enum(['json', 'text']).optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),

    DATA_DIR: z.string().min(1).default('data'),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    SUPABASE_URL: origin.optional(),
    SUPABASE_ANON_KEY: z
      .string()
      .refine((key) => !isServiceKey(key), 'the anonymous (publishable) key, not the secret one')
      .optional(),

    GOOGLE_CLIENT_ID: z
      .string()
      .regex(/^[\w-]+\.apps\.googleusercontent\.com$/, 'a client id that ends in .apps.googleusercontent.com')
      .optional(),
    DNS_SERVERS: dnsServers.optional(),
    BLOB_READ_WRITE_TOKEN: z
      .string()
      .regex(/^vercel_blob_rw_[A-Za-z0-9]+_[A-Za-z0-9]+$/, 'a token that starts with vercel_blob_rw_')
      .optional(),
    FIREBASE_API_KEY: z.string().optional(),
    FIREBASE_AUTH_DOMAIN: z.string().optional(),
    FIREBASE_PROJECT_ID: z.string().optional(),
    FIREBASE_APP_ID: z.string().optional(),

    OPERATOR_NAME: operatorSchema.shape.name.default('Waystamp'),
    OPERATOR_CONTACT: operatorSchema.shape.contact.unwrap().optional(),

    WAYSTAMP_SECRET: z.string().min(32, 'at least 32 random characters').optional(),
    WAYSTAMP_ORGANISER_SET: z.string().optional(),
    WAYSTAMP_DEMO: z.literal('1', 'must be 1, or not given').optional(),
    WAYSTAMP_DEMO_MBOX: z.string().optional(),
    WAYSTAMP_DEMO_OWNER: z.email().optional(),
    WAYSTAMP_DEMO_CASE: z.enum(['full', 'no-travel', 'empty']).default('full'),
    WAYSTAMP_DEMO_DELAY_MS: wholeNumber(0, 60_000).default(0),
    WAYSTAMP_DEMO_TOKEN_SECONDS: wholeNumber(1, 86_400).default(3600),

    LIMIT_CALLS_PER_MINUTE: wholeNumber(1, 1_000_000).default(6_000),
    LIMIT_FAILED_SIGN_INS_PER_MINUTE: wholeNumber(1, 1_000_000).default(60),
    LIMIT_IDENTITIES_PER_HOUR: wholeNumber(1, 1_000_000).default(3_000),
    LIMIT_ANNOUNCEMENTS_PER_HOUR: wholeNumber(1, 1_000_000).default(240),
    LIMIT_COMPARISONS_PER_HOUR: wholeNumber(1, 1_000_000).default(120),
  })
  .superRefine((value, context) => {
    for (const { keys, message } of TOGETHER) {
      const missing = keys.filter((key) => value[key] === undefined);
      if (missing.length === keys.length) continue;
      for (const key of missing) context.addIssue({ code: 'custom', path: [key], message });
    }
  });

/** The web configuration of a Firebase project, as its console shows it. */
export interface FirebaseConfig {
  apiKey: string;
  authDomain: string;
  projectId: string;
  appId: string;
}

export type Config = z.infer<typeof environment> & {
  /** The server is reachable from its own machine only. */
  ownMachineOnly: boolean;
  log: LogSettings;
  /** Null: the embedded identity routes answer in Firebase's place. */
  firebase: FirebaseConfig | null;
  /** Who runs the installation. */
  operator: Operator;
  /** Null: the catalog in the repo serves. */
  hostedProject: HostedProject | null;
};

/**
 * @param source the environment; an empty value counts as not given
 * @throws StartError that names every wrong key and the reason
 */
export function readConfig(source: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(source)
      .map(([key, value]) => [key, value?.trim()] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = environment.safeParse(given);
  if (!result.success) {
    const wrong = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new StartError(`The configuration is wrong. ${wrong.join('; ')}.`);
  }
  // A proxy on the same machine may let others in.
  const ownMachineOnly =
    result.data.PUBLIC_ORIGIN === undefined &&
    result.data.TRUSTED_PROXIES === 0 &&
    isLoopback(result.data.HOST);
  checkSignIn(result.data, ownMachineOnly);
  return {
    ...result.data,
    ownMachineOnly,
    log: logConfig(result.data, ownMachineOnly),
    firebase: firebaseConfig(result.data),
    operator: { name: result.data.OPERATOR_NAME, contact: result.data.OPERATOR_CONTACT ?? null },
    hostedProject: hostedProject(result.data),
  };
}

/**
 * The demo provider lets anybody in as its one person. A public server therefore has it only on request, and never
 * because a client id was forgotten.
 */
function checkSignIn(
  { GOOGLE_CLIENT_ID, WAYSTAMP_DEMO }: z.infer<typeof environment>,
  ownMachineOnly: boolean,
): void {
  if (GOOGLE_CLIENT_ID !== undefined && WAYSTAMP_DEMO !== undefined) {
    throw new StartError(
      'Both GOOGLE_CLIENT_ID and WAYSTAMP_DEMO are set. Keep GOOGLE_CLIENT_ID for people to sign in with Google, or WAYSTAMP_DEMO=1 for the demo mailbox.',
    );
  }
  if (GOOGLE_CLIENT_ID === undefined && WAYSTAMP_DEMO === undefined && !ownMachineOnly) {
    throw new StartError(
      'GOOGLE_CLIENT_ID is missing, and this server is not for this machine alone (HOST, PUBLIC_ORIGIN). Set GOOGLE_CLIENT_ID to the client id of your Google web client, or WAYSTAMP_DEMO=1 to let everybody who reaches the server sign in to the demo mailbox.',
    );
  }
}

/** A server for this machine alone logs for the person who started it, any other for its operator's tools. */
function logConfig(
  { LOG_FORMAT, LOG_LEVEL }: z.infer<typeof environment>,
  ownMachineOnly: boolean,
): LogSettings {
  const format = LOG_FORMAT ?? (ownMachineOnly ? 'text' : 'json');
  return { format, level: LOG_LEVEL ?? (format === 'text' ? 'warn' : 'info') };
}

function hostedProject(value: z.infer<typeof environment>): HostedProject | null {
  const { SUPABASE_URL: url, SUPABASE_ANON_KEY: anonKey } = value;
  return url === undefined || anonKey === undefined ? null : { url, anonKey };
}

function firebaseConfig(value: z.infer<typeof environment>): FirebaseConfig | null {
  const {
    FIREBASE_API_KEY: apiKey,
    FIREBASE_AUTH_DOMAIN: authDomain,
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_APP_ID: appId,
  } = value;
  if (apiKey === undefined || authDomain === undefined || projectId === undefined || appId === undefined) {
    return null;
  }
  return { apiKey, authDomain, projectId, appId };
}
