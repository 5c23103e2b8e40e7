/**
 * `npm run demo`: the main job without a browser, through the product's own server and worker core. Sign-in
 * over HTTP, scan, private comparison; prints the three lists.
 */
import 'fake-indexeddb/auto';
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Catalog } from '../catalog/index.ts';
import { initPsi } from '../psi-wasm/index.ts';
import { errorText, noticeText } from '../src/texts/errors.ts';
import { activityText } from '../src/texts/scan.ts';
import { factsOfResult } from '../worker/compare/disclose.ts';
import type { AppError, ComparisonResult, Outcome, ScanProgress, ScanRequest } from '../worker/contract.ts';
import { createCore } from '../worker/core/core.ts';
import type { Core } from '../worker/core/core.ts';
import { AppFailure, toAppError } from '../worker/errors.ts';
import { DemoFailure, HELP, readOptions } from './demo-options.ts';
import type { Options } from './demo-options.ts';
import { readable, report } from './demo-report.ts';
import type { DemoReport } from './demo-report.ts';
import { allowReadingByHttp, signInByHttp } from './demo-sign-in.ts';
import { startServer } from './server-process.ts';

/** Overrides settings of the machine, so that the demo's own server uses the embedded defaults. */
const EMBEDDED_DEFAULTS: Record<string, string> = {
  GOOGLE_CLIENT_ID: '',
  WAYSTAMP_DEMO: '1',
  DATABASE_URL: '',
  SUPABASE_URL: '',
  SUPABASE_ANON_KEY: '',
  BLOB_READ_WRITE_TOKEN: '',
  FIREBASE_API_KEY: '',
  FIREBASE_AUTH_DOMAIN: '',
  FIREBASE_PROJECT_ID: '',
  FIREBASE_APP_ID: '',
  PUBLIC_ORIGIN: '',
  LOG_LEVEL: 'warn',
};

/** The exit code of an interrupted program: 128 plus the number of SIGINT. */
const INTERRUPTED = 130;

function settled<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw asFailure(outcome.error);
}
function asFailure(error: AppError): DemoFailure {
  return new DemoFailure(errorText(error), error.code);
}

async function scanRequest({ mbox, thorough }: Options): Promise<ScanRequest> {
  if (mbox === null) return { source: { kind: 'account' }, thorough };
  const found = await stat(mbox).catch(() => null);
  if (found === null) throw new DemoFailure(`There is no file ${mbox}.`, 'mbox_unreadable');
  if (!found.isFile()) throw new DemoFailure(`${mbox} is not a file.`, 'mbox_not_a_mailbox');
  return { source: { kind: 'file', file: await openAsBlob(mbox), name: basename(mbox) }, thorough };
}

/**
 * Shows progress on standard error: on a terminal as one line that is rewritten, elsewhere as one line for each phase.
 */
function showProgress(): (scan: ScanProgress) => void {
  let phase = '';
  return (scan) => {
    const amount = scan.total === 0 ? '' : ` ${Math.floor((100 * scan.done) / scan.total)} %`;
    if (process.stderr.isTTY)
      process.stderr.write(`\r\u001B[K${scan.phase}${amount} ${activityText(scan.activity)}`);
    else if (scan.phase !== phase) process.stderr.write(`${scan.phase}\n`);
    if (process.stderr.isTTY && scan.phase === 'done') process.stderr.write('\r\u001B[K');
    phase = scan.phase;
  };
}

/** The facts of the result that `--disclose` names. */
function chosenFacts(names: readonly string[], catalog: Catalog, result: ComparisonResult): string[] {
  const facts = factsOfResult(catalog, result).map(({ id }) => id);
  if (names.includes('all')) return facts;
  const keys = new Set([...catalog.events, ...catalog.interests].map(({ key }) => key));
  for (const name of names) {
    if (!keys.has(name)) throw new DemoFailure(`Unknown event or interest: ${name}.`, 'usage', 2);
    if (!facts.some((id) => id.endsWith(`/${name}`))) {
      throw new DemoFailure(
        `${name} does not stand in the result, so it cannot be disclosed.`,
        'nothing_selected',
      );
    }
  }
  return facts.filter((id) => names.some((name) => id.endsWith(`/${name}`)));
}

async function run(
  core: Core,
  origin: string,
  options: Options,
  request: ScanRequest,
): Promise<{ text: string; data: DemoReport }> {
  const notices: string[] = [];
  const progress = showProgress();
  await core.subscribe((event) => {
    if (event.type === 'notice') notices.push(noticeText(event.notice));
    if (event.type === 'scan') progress(event.scan);
  });
  const { config, asked } = settled(await core.open(null));
  const { catalog } = asked;
  if (config.provider !== 'demo') {
    throw new DemoFailure('This server signs in with Google. The demo needs a server in demo mode.');
  }
  const unknown = options.interests.filter((name) => !catalog.interests.some(({ key }) => key === name));
  if (unknown.length > 0) {
    const known = catalog.interests.map(({ key }) => key).join(', ');
    throw new DemoFailure(`Unknown interest: ${unknown.join(', ')}. There are: ${known}.`, 'usage', 2);
  }
  let session = settled(await core.signIn(await signInByHttp(origin)));
  // A file needs no permission to read a mailbox.
  if (request.source.kind === 'account') {
    session = settled(await core.allowReading(await allowReadingByHttp(origin, session.email)));
  }

  const scan = settled(await core.scan(request));
  if (scan.phase !== 'done')
    throw scan.error === null ? new DemoFailure('The scan was cancelled.') : asFailure(scan.error);
  if (options.interests.length > 0) settled(await core.choose({ interests: options.interests, events: [] }));

  const { facts } = settled(await core.open(session));
  let result: ComparisonResult | null = null;
  if (facts.some((fact) => fact.counts)) result = settled(await core.compare());
  let disclosed: string[] = [];
  if (options.disclose.length > 0 && result !== null) {
    const chosen = chosenFacts(options.disclose, catalog, result);
    const { stamps } = settled(await core.disclose(chosen));
    disclosed = chosen.filter((id) => stamps.some(({ fact }) => fact === id));
  }

  const { source } = request;
  const data = report(
    session.email,
    source.kind === 'file' ? { kind: 'file', name: source.name } : source,
    ...([scan, facts, result, disclosed, notices] as const),
  );
  return { text: readable(data, catalog), data };
}

/** Prints what each mail of a file attests. Loaded on demand. */
async function judge(mbox: string, account: string, { keys, json }: Options): Promise<number> {
  const { judgeMailbox, JudgingFailure, readableJudgement } = await import('./judge-mailbox.ts');
  try {
    const judgement = await judgeMailbox(mbox, account, keys);
    process.stdout.write(
      `${json ? JSON.stringify(judgement, null, 2) : readableJudgement(judgement, account)}\n`,
    );
    return 0;
  } catch (error) {
    if (error instanceof AppFailure) throw new DemoFailure(errorText(toAppError(error)), error.code);
    if (!(error instanceof JudgingFailure)) throw error;
    throw new DemoFailure(error.message, error.code, error.code === 'account_malformed' ? 2 : 1);
  }
}

async function main(): Promise<number> {
  const json = process.argv.includes('--json');
  let server: Awaited<ReturnType<typeof startServer>> | null = null;
  let core: Core | null = null;
  try {
    const options = readOptions(process.argv.slice(2));
    if (options.help) {
      process.stdout.write(HELP);
      return 0;
    }
    const request = await scanRequest(options);
    if (options.account !== null) return await judge(options.mbox ?? '', options.account, options);
    if (options.server === null) {
      const started = await startServer({ env: EMBEDDED_DEFAULTS });
      server = started;
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.once(signal, () => void started.stop().finally(() => process.exit(INTERRUPTED)));
      }
    }
    const origin = options.server ?? server?.origin ?? '';
    core = createCore({
      origin,
      fetch,
      loadPsi: () => initPsi(),
      onUnexpected: (cause) => console.error(cause),
    });
    const { text, data } = await run(core, origin, options, request);
    process.stdout.write(`${options.json ? JSON.stringify(data, null, 2) : text}\n`);
    return 0;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof DemoFailure ? error.code : 'demo_failed';
    if (json) process.stdout.write(`${JSON.stringify({ error: { code, message } }, null, 2)}\n`);
    process.stderr.write(`${message}\n`);
    return error instanceof DemoFailure ? error.exitCode : 1;
  } finally {
    await core?.close();
    await server?.stop();
  }
}

process.exitCode = await main();
