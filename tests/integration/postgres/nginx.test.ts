import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingHttpHeaders, RequestOptions } from 'node:http';
import { request as requestTls } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { startNginx } from '../../../scripts/nginx.ts';
import type { Nginx } from '../../../scripts/nginx.ts';
import { startServer } from '../../../scripts/server-process.ts';
import type { ServerProcess } from '../../../scripts/server-process.ts';
import { useFolder } from '../../support/suite-folder.ts';
import { uploadToken } from '../../support/server/harness.ts';
import { SECRET } from '../../support/server/sign-in.ts';
import { caller } from '../../support/server/server-processes.ts';
import { createTestPlace } from '../../support/server/test-database.ts';
import type { TestPlace } from '../../support/server/test-database.ts';

/** The limit on identities for one network address. */
const IDENTITIES = 3;
const PART_BYTES = 8 * 1024 * 1024;

const inFolder = useFolder();
let certificate: string;
let port: number;
let redirected: number;
let secure: number;
let origin: string;
let place: TestPlace;
let copy: ServerProcess;
let plain: Nginx;
let tls: Nginx;

beforeAll(async () => {
  const [key, cert] = [inFolder('privkey.pem'), inFolder('fullchain.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'].concat(
      ['-keyout', key, '-out', cert],
      subject,
    ),
    { stdio: 'ignore' },
  );
  certificate = await readFile(cert, 'utf8');
  [port, redirected, secure] = [await freePort(), await freePort(), await freePort()];
  origin = `http://localhost:${port}`;
  const own = await freePort();
  place = await createTestPlace();
  copy = await startServer({
    port: own,
    env: {
      ...place.options.env,
      PUBLIC_ORIGIN: origin,
      WAYSTAMP_DEMO: '1',
      TRUSTED_PROXIES: '1',
      WAYSTAMP_SECRET: SECRET,
      WAYSTAMP_DEMO_CASE: 'empty',
      LIMIT_IDENTITIES_PER_HOUR: String(IDENTITIES),
    },
  });
  plain = await startNginx({ copies: [own], port });
  const listen = await readFile(new URL('../../../deploy/nginx/listen.conf', import.meta.url), 'utf8');
  tls = await startNginx({
    copies: [own],
    port: secure,
    listen: listen
      .replace(/^listen 80;/m, `listen 127.0.0.1:${redirected};`)
      .replace(/^listen 443 ssl;/m, `listen 127.0.0.1:${secure} ssl;`)
      .replaceAll('/etc/nginx/tls', inFolder()),
  });
});
afterAll(async () => {
  await plain.stop();
  await tls.stop();
  await copy.stop();
  await place.remove();
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a request with its path unchanged; `fetch` would normalise it. */
function ask(options: RequestOptions, body?: Uint8Array | string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = options.protocol === 'https:' ? requestTls : request;
    const sent = send({ host: '127.0.0.1', port, ...options }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(pieces).toString(),
        }),
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Makes a new identity, which a copy counts by network address. */
function identity(headers: Record<string, string>, localAddress: string): Promise<Answer> {
  const path = '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=x';
  const type = { 'content-type': 'application/json' };
  return ask({ method: 'POST', path, headers: { ...type, ...headers }, localAddress }, '{}');
}

describe('nginx in front of a copy', () => {
  it('passes on the answer of the copy, with the copy’s own security headers once', async () => {
    const { status, headers } = await ask({ path: '/api/config' });
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
  });

  it.each([
    '/metrics',
    '/metrics/',
    '/metrics?all=1',
    '//metrics',
    '/./metrics',
    '/api/../metrics',
    '/%6detrics',
    '/%2e/metrics',
    '/metrics%2f',
    '/metrics%3F',
  ])('does not expose the metrics of a copy: %s', async (path) => {
    const before = await plain.output();
    const { status, text } = await ask({ path });
    expect([status, text]).toEqual([404, '{"error":"There is nothing here."}']);
    // No copy received the request.
    const line = async (): Promise<string> => (await plain.output()).slice(before.length);
    await expect.poll(line).toMatch(/\n$/);
    expect(await line()).toContain(' copy - - - s');
  });

  it('gives the copy the address that it sees, whatever the client claims', async () => {
    for (let made = 0; made < IDENTITIES; made += 1) {
      const claimed = { 'x-forwarded-for': `192.0.2.${made}`, 'x-real-ip': `192.0.2.${made}` };
      expect((await identity(claimed, '127.0.0.2')).status).toBe(200);
    }
    expect((await identity({ 'x-forwarded-for': '192.0.2.99' }, '127.0.0.2')).status).toBe(429);
    expect((await identity({ 'x-forwarded-for': '127.0.0.2' }, '127.0.0.3')).status).toBe(200);
  });

  it('lets the store itself refuse a part of 8 MiB', async () => {
    const people = caller({ origin });
    const pathname = `psi/${'a'.repeat(32)}`;
    const token = await uploadToken(people, await people.token('part@mail.example'), pathname);
    const part = (bytes: number) =>
      ask(
        {
          method: 'POST',
          path: `/blob/mpu?pathname=${encodeURIComponent(pathname)}`,
          headers: {
            authorization: `Bearer ${token}`,
            'x-api-version': '12',
            'x-mpu-action': 'upload',
            'x-mpu-part-number': '1',
            'content-length': String(bytes),
          },
        },
        new Uint8Array(bytes),
      );
    const refused = await part(PART_BYTES);
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.text)).toMatchObject({ error: { code: 'bad_request' } });
  });

  it('refuses bodies too large for any route in the form of the server’s errors', async () => {
    const path = '/api/users/create_account';
    const headers = { 'content-length': String(2 * 1024 * 1024), expect: '100-continue' };
    const { status, text } = await new Promise<Answer>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, method: 'POST', path, headers }, (answer) => {
        answer.setEncoding('utf8');
        let body = '';
        answer.on('data', (piece: string) => (body += piece));
        answer.on('end', () => {
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: body });
          sent.destroy();
        });
      });
      sent.once('error', reject);
      sent.flushHeaders();
    });
    expect([status, text]).toEqual([413, tooLarge]);
  });

  it('reports in that form that no copy can be reached', async () => {
    const alone = await freePort();
    const nobody = await startNginx({ copies: [await freePort()], port: alone });
    try {
      const { status, headers, text } = await ask({ port: alone, path: '/api/config' });
      expect([status, headers['content-type'], headers['retry-after']]).toEqual([
        502,
        'application/json',
        '1',
      ]);
      expect(text).toBe('{"error":"The server is not available. Please try again in a moment."}');
      await ask({ port: alone, path: '/api/users/get_by_email?email=robin%40mail.example' });
      await expect.poll(() => nobody.output()).toMatch(/ GET 502 [^]* GET 502 /);
      expect(await nobody.output()).not.toContain('robin');
    } finally {
      await nobody.stop();
    }
  });

  it('redirects http to https, and speaks TLS with the certificate', async () => {
    const led = await ask({ port: redirected, path: '/welcome?a=b', headers: { host: 'localhost' } });
    expect([led.status, led.headers.location]).toEqual([301, 'https://localhost/welcome?a=b']);
    const { status } = await ask({
      protocol: 'https:',
      host: 'localhost',
      port: secure,
      path: '/healthz',
      ca: certificate,
    } as RequestOptions);
    expect(status).toBe(200);
  });
});

const tooLarge = '{"error":"The request is too large."}';
