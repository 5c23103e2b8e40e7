/** Meaningless bodies and credentials. They are refused, and never cause a server error. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disclosures } from '../../../server/database/schema.ts';
import { PsiError } from '../../../psi-wasm/index.ts';
import { startPsiEngine } from '../../../server/psi/engine.ts';
import type { Round2Task } from '../../../server/psi/engine.ts';
import { seen } from '../../support/server/api-calls.ts';
import { round1 } from '../../support/server/comparison.ts';
import { openTestServer, signUp } from '../../support/server/harness.ts';
import type { Person, TestServer } from '../../support/server/harness.ts';
import { BARS, COMPARED, REPLY_BYTES, compare } from './asking.ts';
import { HASH_BYTES, HEADER_BYTES, KEY_ID_BYTES } from './forgery.ts';
import { EVERY_SLOT, bitsOf } from '../../support/psi/slots.ts';
import { CONTEXT } from '../../support/psi/context.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await openTestServer({
    listen: true,
    env: { LIMIT_ANNOUNCEMENTS_PER_HOUR: '10000', LIMIT_COMPARISONS_PER_HOUR: '10000' },
  });
  person = await signUp(server, 'someone@mail.example');
});
afterAll(() => server.close());

const SESSION = '0'.repeat(64);
const TOKEN = '0'.repeat(32);

const BODIES: (string | Uint8Array)[] = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '1e999',
  'undefined',
  '{"__proto__":{"sessionId":"x"}}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  '{"email":"\u0000","psiPublicKeysLink":"\u0000"}',
  '{"email":"someone@mail.example","psiPublicKeysLink":"data:;base64,!!!!"}',
  '{"email":"someone@mail.example","psiPublicKeysLink":"http://localhost/blob/public/psi/\u0000"}',
  '{"type":"blob.generate-client-token","payload":{"pathname":"psi/\u0000","multipart":false}}',
  '{"sessionId":"\ud800","facts":[{"slot":-0,"token":"\ud800"}]}',
  Uint8Array.of(0xff, 0xfe, 0),
  new Uint8Array(12_000).fill(0x57),
];

describe('a body that is not JSON or not valid', () => {
  it.each([
    ['POST', '/api/psi/round2'],
    ['POST', '/api/psi/upload'],
    ['POST', '/api/psi/disclose'],
    ['POST', '/api/users/create_account'],
    ['POST', '/api/users/update_psi_keys'],
    ['PUT', '/blob/?pathname=psi/x'],
  ])('is refused: %s %s', async (method, path) => {
    server.logged.length = 0;
    for (const body of BODIES) {
      for (const type of ['application/json', 'application/octet-stream', 'text/plain', 'x/\u00ff']) {
        for (const identity of ['!!!!', 'e30.e30.', 'x'.repeat(5000)]) {
          const answer = await server.request(path, {
            method,
            headers: {
              authorization: path.startsWith('/api') ? `Bearer ${person.token}` : `Bearer ${identity}`,
              'content-type': type,
              'x-identity-token': identity,
              'x-api-version': '12',
            },
            body: typeof body === 'string' ? body : Uint8Array.from(body),
          });
          expect([400, 401, 403]).toContain(answer.status);
        }
      }
    }
    expect(server.logged.filter((line) => line.includes('failed'))).toEqual([]);
  });
});

describe('a malformed disclosure', () => {
  const fact = { slot: BARS, token: TOKEN };
  it.each<[string, string]>([
    ['no JSON', '{'],
    ['null', 'null'],
    ['a list', '[]'],
    ['without a session', JSON.stringify({ facts: [fact] })],
    ['without facts', JSON.stringify({ sessionId: SESSION })],
    ['with no facts', JSON.stringify({ sessionId: SESSION, facts: [] })],
    ['with a short session', JSON.stringify({ sessionId: '00', facts: [fact] })],
    ['with a session in base64', JSON.stringify({ sessionId: `${'A'.repeat(43)}=`, facts: [fact] })],
    ['with a short token', JSON.stringify({ sessionId: SESSION, facts: [{ ...fact, token: '00' }] })],
    [
      'with a token of no hex',
      JSON.stringify({ sessionId: SESSION, facts: [{ ...fact, token: 'x'.repeat(32) }] }),
    ],
    ['with a slot before the first', JSON.stringify({ sessionId: SESSION, facts: [{ ...fact, slot: -1 }] })],
    ['with a slot beyond the last', JSON.stringify({ sessionId: SESSION, facts: [{ ...fact, slot: 100 }] })],
    [
      'with a slot beyond all numbers',
      JSON.stringify({ sessionId: SESSION, facts: [fact] }).replace(`${BARS}`, '1e99'),
    ],
    ['with a slot twice', JSON.stringify({ sessionId: SESSION, facts: [fact, fact] })],
    [
      'with more facts than slots',
      JSON.stringify({ sessionId: SESSION, facts: Array.from({ length: 101 }, () => fact) }),
    ],
  ])('gets the same refusal as every other when it is %s', async (_name, body) => {
    const [first, second] = ['application/json', 'text/plain'].map(async (type) =>
      seen(
        await server.request('/api/psi/disclose', {
          method: 'POST',
          headers: { authorization: `Bearer ${person.token}`, 'content-type': type },
          body,
        }),
      ),
    );
    expect(await first).toMatchObject({ status: 400, body: '{"error":"The disclosure cannot be read."}' });
    expect(await second).toEqual(await first);
    expect(await server.database.db.select().from(disclosures)).toEqual([]);
  });
});

describe('a worker thread', () => {
  it('refuses any invalid task, and answers the next one', async () => {
    const { message } = await round1(person.keys, [BARS]);
    const keys = person.keys.publicKeys;
    const good = {
      publicKeys: base64(keys),
      request: message,
      bits: bitsOf(EVERY_SLOT),
      context: CONTEXT,
    };
    const noise = crypto.getRandomValues(new Uint8Array(REPLY_BYTES));
    const bad: [code: string, change: { [Member in keyof Round2Task]?: string | Uint8Array }][] = [
      ['bad_length', { publicKeys: '' }],
      ['bad_length', { publicKeys: base64(keys.subarray(0, -1)) }],
      ['bad_version', { publicKeys: base64(noise) }],
      ['bad_kind', { publicKeys: base64(message) }],
      ['bad_length', { request: new Uint8Array(0) }],
      ['bad_version', { request: noise }],
      ['bad_kind', { request: keys }],
      ['bad_residue', { request: Uint8Array.from(message).fill(255, HEADER_BYTES + HASH_BYTES + 32) }],
      [
        'wrong_keys',
        { request: Uint8Array.from(message).fill(7, HEADER_BYTES + KEY_ID_BYTES, HEADER_BYTES + HASH_BYTES) },
      ],
      ['bad_slots', { bits: new Uint8Array(99) }],
      ['bad_slots', { bits: new Uint8Array(0) }],
      ['bad_bits', { bits: new Uint8Array(100).fill(2) }],
      ['bad_context', { context: CONTEXT.subarray(1) }],
      ['bad_argument', { context: 'waystamp' }],
    ];
    const engine = await startPsiEngine(1);
    try {
      for (const [code, change] of bad) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread must not trust its input
        const task = { ...good, ...change } as Round2Task;
        await expect(engine.round2(task)).rejects.toThrow(
          expect.objectContaining({ name: PsiError.name, code }),
        );
      }
      const { reply } = await engine.round2(good);
      expect(reply).toHaveLength(REPLY_BYTES);
    } finally {
      await engine.close();
    }
  });
});

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

describe('after all these attacks', () => {
  it('the server compares as before', async () => {
    expect(await compare(server, person)).toEqual(COMPARED);
  });
});
