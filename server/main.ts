/** `npm start` and `npm run dev`: configuration, database, app and port, then what to open. */
import { existsSync } from 'node:fs';
import { readConfig } from './config.ts';
import { openLog } from './operator/log.ts';
import { StartError } from './operator/start-error.ts';
import { startServer } from './start.ts';
import { describeError } from './operator/describe-error.ts';

const { log, configure } = openLog();

/** Node would print the whole error, whose message may contain a query's values. */
function end(error: unknown, message: string): never {
  log.fatal(describeError(error), message);
  process.exit(1);
}
// Unhandled rejections arrive here too (nodejs.org/api/process.html, uncaughtException).
process.on('uncaughtException', (error) => end(error, 'the server ended on a fault'));

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  configure(config.log);
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
      (error: unknown) => end(error, 'the server did not stop cleanly'),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  if (!(error instanceof StartError)) end(error, 'the server could not start');
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
