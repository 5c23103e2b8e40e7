/** Starts the product's own server as a child process, on a free port and in a data folder of its own. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../server/main.ts', import.meta.url));
/** Time limit for a start, in milliseconds. */
const START_DEADLINE_MS = 60_000;

export interface ServerProcess {
  /** `http://localhost:PORT`, without a trailing slash. */
  origin: string;
  dataDir: string;
  pid: number;
  /** The server's output so far. */
  output(): string;
  /** The exit code; null while it runs, and if a signal ended it. */
  exitCode(): number | null;
  /** Sends the process this signal and waits for its end; the data folder stays. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** SIGTERM, then the data folder is removed. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  env?: Record<string, string>;
  /** An existing data folder; by default a new temporary one. */
  dataDir?: string;
  /** The port to listen on; by default a free one. */
  port?: number;
  /** The program to run, for another checkout; by default this one's. */
  main?: string;
  /** A command that runs the server, given as its last arguments, in its own process. */
  command?: readonly string[];
}

/** @throws when the server ends, or does not report its address in time; the error holds its output */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'waystamp-data-')));
  const [program, ...args] = [...(options.command ?? []), process.execPath, options.main ?? MAIN];
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(options.port ?? 0),
      DATA_DIR: dataDir,
      // Its output is for programs.
      LOG_FORMAT: 'json',
      ...options.env,
    },
  });
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const origin = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The server did not start in time.\n${output}`));
    }, START_DEADLINE_MS);
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const url = /http:\/\/localhost:\d+/.exec(output);
      if (url === null) return;
      clearTimeout(timer);
      resolve(url[0]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The server ended with code ${code}.\n${output}`));
    });
  });
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  return {
    origin,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    exitCode: () => child.exitCode,
    kill,
    stop: async () => {
      await kill('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
