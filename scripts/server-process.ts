/** Starts the product's own server as a child process, on a free port and in a data folder of its own. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../server/main.ts', import.meta.url));
/** How long a start may take before it counts as failed, in milliseconds. */
const START_DEADLINE_MS = 60_000;

export interface ServerProcess {
  /** `http://localhost:PORT`, without a trailing slash. */
  origin: string;
  dataDir: string;
  pid: number;
  /** Everything that the server has printed so far. */
  output(): string;
  /** The code that it ended with; null while it runs, and when a signal ended it. */
  exitCode(): number | null;
  /** Ends the process with this signal and waits for it; the data folder stays. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** SIGTERM, then the data folder is removed. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  env?: Record<string, string>;
  /** A folder to go on with; a new temporary one otherwise. */
  dataDir?: string;
  /** The port to listen on; a free one otherwise. */
  port?: number;
  /** The program to run, of another checkout; this one's otherwise. */
  main?: string;
  /** A command that runs the server as its own last arguments, in its own process. */
  command?: readonly string[];
}

/** @throws when the server ends, or does not say where it listens, before the deadline; with what it printed */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'waystamp-data-')));
  const [program, ...args] = [...(options.command ?? []), process.execPath, options.main ?? MAIN];
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(options.port ?? 0),
      DATA_DIR: dataDir,
      // What it prints is for programs.
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
