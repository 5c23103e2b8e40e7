/** nginx for tests: Debian's, on loopback, with the configuration of `deploy/nginx` and other addresses. */
import { spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ensureDebianPackages } from './debian.ts';

const DEBIAN_NGINX = '/usr/sbin/nginx';
const CONFIGURATION = fileURLToPath(new URL('../deploy/nginx', import.meta.url));
const START_DEADLINE_MS = 30_000;
const POLL_MS = 20;

/** Folders for nginx's temporary files; the compiled-in ones belong to the system. */
const BUFFERED = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

export interface NginxOptions {
  /** The ports of the copies, in the order of `deploy/nginx/copies.conf`; there may be fewer. */
  copies: readonly number[];
  /** The port on which nginx answers. */
  port: number;
  /** Replaces `deploy/nginx/listen.conf`; by default plain HTTP on the port. */
  listen?: string;
}

export interface Nginx {
  /** Its log so far. */
  output(): Promise<string>;
  /** Ends it at once and removes its folder. */
  stop(): Promise<void>;
}

/** @throws when it does not start; the error holds its output */
export async function startNginx({ copies, port, listen }: NginxOptions): Promise<Nginx> {
  const program = nginxPath();
  const folder = await mkdtemp(join(tmpdir(), 'waystamp-nginx-'));
  // Its workers run as another account.
  await chmod(folder, 0o755);
  await copyFile(join(CONFIGURATION, 'nginx.conf'), join(folder, 'nginx.conf'));
  await writeFile(join(folder, 'copies.conf'), await copiesAt(copies, folder));
  await writeFile(join(folder, 'listen.conf'), listen ?? `listen 127.0.0.1:${port};\n`);

  // A file, because nginx opens /dev/stdout by name.
  const log = join(folder, 'log');
  const descriptor = openSync(log, 'a');
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
  const own = `daemon off; pid ${join(folder, 'pid')};`;
  const child = spawn(program, [...args, '-g', own], { stdio: ['ignore', descriptor, descriptor] });
  const leave = (): void => {
    child.kill('SIGTERM');
  };
  process.once('exit', leave);
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
  const output = (): Promise<string> => readFile(log, 'utf8');
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
    process.off('exit', leave);
    await rm(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + START_DEADLINE_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      const printed = await output();
      await stop();
      throw new Error(`nginx did not start.\n${printed}`);
    }
    await wait(POLL_MS);
  }
  return { output, stop };
}

/** `NGINX_PATH`, or Debian's, which is installed (as root) if it is missing; its service is not started. */
export function nginxPath(): string {
  const configured = process.env['NGINX_PATH'];
  if (configured !== undefined && configured !== '') return configured;
  if (!existsSync(DEBIAN_NGINX)) ensureDebianPackages(['nginx'], 'to balance copies of the server');
  return DEBIAN_NGINX;
}

/** `copies.conf` with only the addresses changed, and the folders for temporary files. */
async function copiesAt(ports: readonly number[], folder: string): Promise<string> {
  const text = await readFile(join(CONFIGURATION, 'copies.conf'), 'utf8');
  let count = 0;
  const placed = text.replace(/^( *server )[\d.]+:\d+(.*)\n/gm, (_line, before: string, after: string) => {
    const port = ports[count++];
    return port === undefined ? '' : `${before}127.0.0.1:${port}${after}\n`;
  });
  if (count < ports.length) throw new Error(`copies.conf has ${count} copies, not ${ports.length}.`);
  const folders = BUFFERED.map((name) => `${name}_temp_path ${join(folder, name)};\n`);
  return placed + folders.join('');
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
