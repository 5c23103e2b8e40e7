import { Validator } from '@seriousme/openapi-schema-validator';
import fc from 'fast-check';
import { inspectRoutes } from 'hono/dev';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenValue, validValue } from '../fuzz/values.ts';
import type { JsonSchema } from '../fuzz/values.ts';
import { jsonPost } from '../../../support/server/api-calls.ts';
import { openTestServer } from '../../../support/server/harness.ts';
import type { TestServer } from '../../../support/server/harness.ts';
import { createConformance, createValidator } from '../../../support/server/openapi/conformance.ts';
import type { OpenApi } from '../../../support/server/openapi/conformance.ts';

const HOSTED = {
  GOOGLE_CLIENT_ID: '1-a.apps.googleusercontent.com',
  BLOB_READ_WRITE_TOKEN: 'vercel_blob_rw_Store_Secret',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'project.firebaseapp.com',
  FIREBASE_PROJECT_ID: 'project',
  FIREBASE_APP_ID: '1:2:web:3',
};
/** Broken bodies to try with each call. */
const BROKEN = 60;
const SEED = 3;

const documentOf = async (server: TestServer): Promise<OpenApi> =>
  (await (await server.request('/api/openapi.json')).json()) as OpenApi;

/** `GET /path/{}` for each route, whatever the parameters are called. */
function documented({ paths }: OpenApi): string[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
  );
}

/** The same for the routes that the app really has, without middleware. */
function routed({ app }: TestServer): string[] {
  const routes = inspectRoutes(app).filter(({ method, isMiddleware }) => method !== 'ALL' && !isMiddleware);
  return routes.map(
    ({ method, path }) =>
      `${method} ${path.replaceAll(/(?<=\/):\w+(\{[^}]*\})?/g, '{}').replace(/\*$/, '{}')}`,
  );
}

/** The one rule about a body that JSON Schema cannot express. */
function eachSlotOnce(body: unknown): boolean {
  const { facts = [] } = body as { facts?: { slot: number }[] };
  return new Set(facts.map(({ slot }) => slot)).size === facts.length;
}

let embedded: TestServer;
let hosted: TestServer;
beforeAll(async () => {
  embedded = await openTestServer();
  hosted = await openTestServer({ env: HOSTED });
});
afterAll(async () => {
  await embedded.close();
  await hosted.close();
});

describe.each([
  ['with the embedded services', () => embedded],
  ['with the hosted services', () => hosted],
])('the document of a server %s', (_name, server) => {
  it('is a valid OpenAPI 3.1 document by the official schema', async () => {
    const document = await documentOf(server());
    const result = await new Validator().validate(
      structuredClone(document) as unknown as Record<string, unknown>,
    );
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('has every route of the server, and no other', async () => {
    const held = documented(await documentOf(server()));
    expect(held.toSorted()).toEqual([...new Set(routed(server()))].toSorted());
    expect(held).toContain('POST /api/psi/round2');
  });

  it('says for each route its purpose and its answers', async () => {
    const operations = Object.values((await documentOf(server())).paths).flatMap((methods) =>
      Object.values(methods),
    );
    const lacking = operations.filter(
      ({ summary = '', responses }) =>
        !/^\p{Lu}.*\.$/u.test(summary) || !('421' in responses) || !('500' in responses),
    );
    expect(lacking).toEqual([]);
  });
});

describe('the account calls and the calls of the comparison', () => {
  it('are documented with the schemas that validate them: exactly what the document forbids gets 400', async () => {
    const document = await documentOf(embedded);
    const ajv = createValidator();
    const token = await embedded.token('document@mail.example');
    const calls = Object.entries(document.paths).flatMap(([path, { post }]) => {
      const schema = post?.requestBody?.content['application/json']?.schema;
      return path.startsWith('/api/') && schema !== undefined ? [{ path, schema }] : [];
    });
    expect(calls.map(({ path }) => path).toSorted()).toEqual([
      '/api/psi/disclose',
      '/api/psi/upload',
      '/api/session',
      '/api/users/create_account',
      '/api/users/update_psi_keys',
    ]);
    for (const { path, schema } of calls) {
      const fits = ajv.compile(schema);
      const bodies = fc.sample(brokenValue(schema as JsonSchema, {}), { seed: SEED, numRuns: BROKEN });
      const refused = bodies.filter((body) => !fits(JSON.parse(JSON.stringify(body) ?? 'null')));
      expect(refused.length).toBeGreaterThan(BROKEN / 2);
      const right = fc.sample(validValue(schema as JsonSchema, {}), { seed: SEED, numRuns: BROKEN });
      for (const body of right.filter(eachSlotOnce)) {
        const { status } = await embedded.request(path, jsonPost(token, body));
        expect({ path, body, refused: status === 400 }).toEqual({ path, body, refused: false });
      }
      for (const body of refused) {
        const { status } = await embedded.request(path, jsonPost(token, body));
        expect({ path, body, refused: status === 400 || status === 413 }).toEqual({
          path,
          body,
          refused: true,
        });
      }
    }
  });

  it('all need a sign-in', async () => {
    const { paths } = await documentOf(embedded);
    const guarded = Object.entries(paths).filter(([path]) => /^\/api\/(users|psi|disclosures)\//.test(path));
    expect(guarded).toHaveLength(8);
    const open = guarded.filter(([, methods]) =>
      Object.values(methods).some(({ security = [] }) => !('session' in (security[0] ?? {}))),
    );
    expect(open).toEqual([]);
  });
});

describe('an answer that does not match the document', () => {
  const answered = (changes: object) => ({
    method: 'GET',
    target: '/api/config',
    status: 200,
    contentType: 'application/json',
    body: new TextEncoder().encode('{"a":1}'),
    ...changes,
  });
  it.each([
    ['another value', {}],
    ['another status', { status: 201 }],
    ['another type', { contentType: 'text/html' }],
    ['an error without {error}', { status: 500 }],
    ['a success where there is no route', { target: '/api/nothing' }],
    ['an error in another form where there is no route', { target: '/api/nothing', status: 404 }],
  ])('(%s) is detected', async (_name, changes) => {
    const conformance = createConformance(await documentOf(embedded));
    expect(conformance.fault(answered(changes))).not.toBeNull();
    const config = await (await embedded.request('/api/config')).arrayBuffer();
    expect(conformance.fault(answered({ body: new Uint8Array(config) }))).toBeNull();
  });
});
