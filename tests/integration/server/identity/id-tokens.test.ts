/** Every identity token that the upload call must refuse, under each configuration. */
import { KeyObject, createSign } from 'node:crypto';
import { SignJWT, exportJWK, exportSPKI, generateKeyPair, importJWK } from 'jose';
import type { CryptoKey, JWK, JWTPayload } from 'jose';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settings } from '../../../../server/database/schema.ts';
import { openTestServer } from '../../../support/server/harness.ts';
import type { TestServer } from '../../../support/server/harness.ts';
import { FIREBASE_ENV, PROJECT, PROJECT_ISSUER } from './firebase-project.ts';
import { uploadWith } from './upload.ts';

interface Setting {
  server: TestServer;
  /** The key that signs good tokens, and its public part. */
  key: CryptoKey;
  publicJwk: JWK;
  kid: string;
  issuer: string;
  audience: string;
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = (): number => Math.floor(Date.now() / 1000);

/** The claims of an anonymous sign-in, as Firebase, its emulator and the embedded service make them. */
function claims({ issuer, audience }: Setting): JWTPayload {
  const now = seconds();
  return {
    provider_id: 'anonymous',
    auth_time: now - 60,
    user_id: 'uid-1',
    firebase: { identities: {}, sign_in_provider: 'anonymous' },
    iat: now,
    exp: now + 3600,
    aud: audience,
    iss: issuer,
    sub: 'uid-1',
  };
}

/** A good token with this change; an undefined value removes the claim. */
function signed(
  setting: Setting,
  change: Record<string, unknown> = {},
  {
    key = setting.key,
    ...header
  }: { key?: CryptoKey | Uint8Array; alg?: string; kid?: string; jwk?: JWK } = {},
): Promise<string> {
  return new SignJWT({ ...claims(setting), ...change })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: setting.kid, ...header })
    .sign(key);
}

/** Tokens as the official emulator makes them (sign-in.test.ts asks the emulator itself). */
const unsigned = (setting: Setting, alg: string): string =>
  `${part({ alg, typ: 'JWT' })}.${part(claims(setting))}.`;

async function embedded(): Promise<Setting> {
  const server = await openTestServer();
  const [row] = await server.database.db.select().from(settings).where(eq(settings.name, 'identity-key'));
  const jwk = JSON.parse(row?.value ?? '') as JWK & { kid: string };
  return {
    server,
    key: (await importJWK(jwk, 'RS256', { extractable: true })) as CryptoKey,
    publicJwk: { kty: 'RSA', n: jwk.n ?? '', e: jwk.e ?? '' },
    kid: jwk.kid,
    issuer: 'urn:waystamp:identity',
    audience: 'waystamp',
  };
}

async function firebase(): Promise<Setting> {
  const pair = await generateKeyPair('RS256', { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  // Google always publishes more than one key.
  const second = await exportJWK((await generateKeyPair('RS256')).publicKey);
  const keys = [
    { ...publicJwk, kid: 'k1', alg: 'RS256', use: 'sig' },
    { ...second, kid: 'k2', alg: 'RS256', use: 'sig' },
  ];
  return {
    server: await openTestServer({ env: FIREBASE_ENV, fetch: async () => Response.json({ keys }) }),
    key: pair.privateKey,
    publicJwk,
    kid: 'k1',
    issuer: PROJECT_ISSUER,
    audience: PROJECT,
  };
}

const WRONG: [name: string, token: (setting: Setting) => string | Promise<string>][] = [
  ['unsigned, exactly as the official emulator issues it', (setting) => unsigned(setting, 'none')],
  ['unsigned under another spelling', (setting) => unsigned(setting, 'NONE')],
  ['without its signature', async (setting) => (await signed(setting)).replace(/[^.]+$/, '')],
  [
    'changed after it was signed',
    async (setting) => {
      const [header, , signature] = (await signed(setting)).split('.');
      return `${header}.${part({ ...claims(setting), sub: 'uid-2' })}.${signature}`;
    },
  ],
  [
    'signed by another key under a published name',
    async (setting) => signed(setting, {}, { key: (await generateKeyPair('RS256')).privateKey }),
  ],
  [
    'signed by a key that it brings along',
    async (setting) => {
      const { privateKey, publicKey } = await generateKeyPair('RS256');
      return signed(setting, {}, { key: privateKey, jwk: await exportJWK(publicKey) });
    },
  ],
  ['signed by a key of an unknown name', (setting) => signed(setting, {}, { kid: 'k3' })],
  [
    'an HMAC with the public key, as text',
    async (setting) => {
      const key = (await importJWK(setting.publicJwk, 'RS256', { extractable: true })) as CryptoKey;
      return signed(setting, {}, { alg: 'HS256', key: new TextEncoder().encode(await exportSPKI(key)) });
    },
  ],
  [
    'an HMAC with the public key’s modulus',
    (setting) =>
      signed(setting, {}, { alg: 'HS256', key: Buffer.from(setting.publicJwk.n ?? '', 'base64url') }),
  ],
  [
    'signed by the right key in another way',
    (setting) => {
      const input = `${part({ alg: 'RS512', typ: 'JWT', kid: setting.kid })}.${part(claims(setting))}`;
      const signature = createSign('sha512').update(input).sign(KeyObject.from(setting.key));
      return `${input}.${signature.toString('base64url')}`;
    },
  ],
  ['of another project', (setting) => signed(setting, { aud: 'another-project' })],
  [
    'by another issuer',
    (setting) => signed(setting, { iss: 'https://securetoken.google.com/another-project' }),
  ],
  ['expired', (setting) => signed(setting, { exp: seconds() - 1 })],
  ['without an end', (setting) => signed(setting, { exp: undefined })],
  ['not in force yet', (setting) => signed(setting, { nbf: seconds() + 600 })],
  ['issued in the future', (setting) => signed(setting, { iat: seconds() + 600 })],
  ['without the time of its issue', (setting) => signed(setting, { iat: undefined })],
  ['of a sign-in in the future', (setting) => signed(setting, { auth_time: seconds() + 600 })],
  ['without the time of the sign-in', (setting) => signed(setting, { auth_time: undefined })],
  ['nobody’s', (setting) => signed(setting, { sub: undefined })],
  ['of an empty name', (setting) => signed(setting, { sub: '' })],
  [
    'of a sign-in that is not anonymous',
    (setting) => signed(setting, { firebase: { identities: {}, sign_in_provider: 'password' } }),
  ],
  ['of a sign-in that is not named', (setting) => signed(setting, { firebase: undefined })],
  ['two tokens', async (setting) => `${await signed(setting)}, ${await signed(setting)}`],
  ['empty', () => ''],
  ['no token', () => 'a.b.c'],
  ['long', () => 'x'.repeat(12_000)],
];

describe.each([
  ['the embedded service', embedded],
  ['a Firebase project', firebase],
] as const)('with %s, an identity token', (_name, open) => {
  let setting: Setting;
  beforeAll(async () => {
    setting = await open();
  });
  afterAll(() => setting.server.close());

  it('is accepted by the upload call when it is good', async () => {
    expect((await uploadWith(setting.server, await signed(setting))).status).toBe(200);
    // The issuer's clock may be a little ahead.
    const ahead = { iat: seconds() + 30, auth_time: seconds() + 30 };
    expect((await uploadWith(setting.server, await signed(setting, ahead))).status).toBe(200);
  });

  it.each(WRONG)('that is %s is refused', async (_which, token) => {
    const answer = await uploadWith(setting.server, await token(setting));
    expect(answer.status).toBe(401);
    await expect(answer.json()).resolves.toEqual({
      error: 'The anonymous identity is not valid or has expired. Please try again.',
    });
  });
});

it('with a Firebase project, an identity token without a key name is refused', async () => {
  const setting = await firebase();
  const token = await new SignJWT(claims(setting)).setProtectedHeader({ alg: 'RS256' }).sign(setting.key);
  expect((await uploadWith(setting.server, token)).status).toBe(401);
  await setting.server.close();
});
