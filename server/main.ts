/** `npm start` and `npm run dev`: configuration, database, app, port; then what to open. */
import { existsSync } from 'node:fs';
import { pino } from 'pino';
import { readConfig } from './config.ts';
import { StartError } from './start-error.ts';
import { startServer } from './start.ts';
import { describeError } from './web/log.ts';

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  // The log goes to standard error; standard output is for the person who started us.
  const log = pino({ level: config.LOG_LEVEL, base: null }, pino.destination(2));
  const server = await startServer({ config, log, dev: process.argv.includes('--dev') });
  process.stdout.write(`${server.greeting}\n`);

  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    // A second signal does not wait.
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal(describeError(error), 'the server did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
