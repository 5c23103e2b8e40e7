import { existsSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';
import { openDatabase } from './database/open.ts';
import { openDevPage } from './dev-page.ts';
import { openServer } from './open.ts';
import type { Log } from './operator/contract.ts';
import { StartError } from './operator/start-error.ts';
import { DIRECT_IDLE_MS, DRAIN_MS, PROXY_IDLE_MS, createDrain } from './web/drain.ts';
import { appListener, createHttpServer } from './web/http-server.ts';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));

export interface StartedServer {
  /** The greeting for the person who started the server: what to open. */
  greeting: string;
  port: number;
  /** Lets running requests end, then closes everything. */
  stop(): Promise<void>;
}

/**
 * Opens the database, makes the app and listens.
 *
 * @param options `dev`: Vite serves the page with hot reload, in this process
 * @throws StartError when the port or data folder is taken, or the configuration cannot be met
 */
export async function startServer(options: {
  config: Config;
  log: Log;
  dev: boolean;
}): Promise<StartedServer> {
  const { config, log, dev } = options;
  const database = await openDatabase(
    config.DATABASE_URL === undefined ? { folder: config.DATA_DIR } : { url: config.DATABASE_URL },
  );
  const built = existsSync(join(DIST, 'index.html'));
  let origins: readonly string[] = [];
  let close = (): Promise<void> => database.close();
  try {
    const opened = await openServer({
      config,
      database,
      log,
      origins: () => origins,
      page: built && !dev ? DIST : null,
    });
    close = async () => {
      await opened.close();
      await database.close();
    };
    const { host } = new URL(config.PUBLIC_ORIGIN ?? 'http://localhost');
    const listener = appListener(opened.app, host, log);
    const server = createHttpServer();
    const drain = createDrain(server);
    const page = dev ? await openDevPage(server) : null;
    const answer: RequestListener = (request, response) => {
      if (page?.answers(request.url ?? '/') === true) page.handle(request, response);
      else listener(request, response);
    };
    server.on('request', answer);
    const port = await listen(server, config);
    origins = originsOf(config, port);
    return {
      port,
      greeting: greeting(config, port, built || dev),
      stop: async () => {
        opened.drain();
        await drain({ idle: config.TRUSTED_PROXIES > 0 ? PROXY_IDLE_MS : DIRECT_IDLE_MS, most: DRAIN_MS });
        await page?.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function listen(server: Server, config: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const where = `port ${config.PORT} of ${config.HOST}`;
      const reasons: Record<string, string> = {
        EADDRINUSE: `Another program is listening on ${where}. Stop it, or set PORT to another number.`,
        EACCES: `This account may not listen on ${where}. Set PORT to a number above 1023.`,
        EADDRNOTAVAIL: `This machine has no address ${config.HOST}. Set HOST to one that it has.`,
        ENOTFOUND: `This machine has no address ${config.HOST}. Set HOST to one that it has.`,
      };
      const reason = reasons[error.code ?? ''] ?? `The server cannot listen on ${where}: ${error.message}.`;
      reject(new StartError(reason, { cause: error }));
    });
    server.listen(config.PORT, config.HOST, () => {
      const address = server.address();
      resolve(isAddressInfo(address) ? address.port : config.PORT);
    });
  });
}

function isAddressInfo(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

function originsOf(config: Config, port: number): string[] {
  if (config.PUBLIC_ORIGIN !== undefined) return [config.PUBLIC_ORIGIN];
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`);
}

function greeting(config: Config, port: number, hasPage: boolean): string {
  const own = `http://localhost:${port}`;
  const lines = [
    config.PUBLIC_ORIGIN === undefined
      ? `Waystamp is ready. Open ${own}`
      : `Waystamp is ready. Open ${config.PUBLIC_ORIGIN} (this process listens on ${own})`,
  ];
  if (!hasPage)
    lines.push('The page is not built (dist/ is missing): only the API is served. Run npm start.');
  if (config.GOOGLE_CLIENT_ID === undefined) {
    lines.push('Without GOOGLE_CLIENT_ID, people sign in to the demo mailbox.');
  }
  return lines.join('\n');
}
