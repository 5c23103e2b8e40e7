/** The logs of every server of the run, at the most verbose level. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startServer } from '../../scripts/server-process.ts';
import { logFaults } from '../support/server/log-faults.ts';
import { LOG, RECORDS, SENT } from './recorded.ts';

/** Subjects shorter than this may occur in a log as ordinary words. Characters. */
const LEAST_SUBJECT = 12;

/** The most faults to show. */
const SHOWN = 12;

async function records(kind: string): Promise<string[]> {
  const names = (await readdir(RECORDS)).filter((name) => name.endsWith(kind));
  return Promise.all(names.map((name) => readFile(join(RECORDS, name), 'utf8')));
}

/** Senders, recipients and subjects in the demo mailbox. */
function knownOf(mbox: string): string[] {
  const subjects = [...mbox.matchAll(/^Subject: (.+?)\r?$/gim)].map(([, subject = '']) => subject);
  const addresses = [...mbox.matchAll(/^(?:From|To): .*?([^\s<>@]+@[^\s<>]+)/gim)].map(
    ([, address = '']) => address,
  );
  return [...new Set([...subjects.filter(({ length }) => length >= LEAST_SUBJECT), ...addresses])];
}

test('no server of the run logged an address, a token, a subject, a slot or a fact', async ({ request }) => {
  const server = await startServer();
  const { paths } = (await (await request.get(`${server.origin}/api/openapi.json`)).json()) as {
    paths: Record<string, object>;
  };
  const mails = knownOf(await (await request.get(`${server.origin}/demo/mailbox.mbox`)).text());
  await server.stop();
  expect(mails.length).toBeGreaterThan(500);

  const sent = (await records(SENT)).flatMap((values) => JSON.parse(values) as string[]);
  expect(sent.length).toBeGreaterThan(20);
  const known = [...new Set([...sent, ...mails])];

  const logs = await records(LOG);
  expect(logs.length).toBeGreaterThan(0);
  let asked = 0;
  for (const log of logs) {
    const lines = log.split('\n');
    if (lines.some((line) => line.includes('"msg":"request"'))) asked += 1;
    // Each server logged its details.
    expect(lines.filter((line) => line.startsWith('{"level":20')).length).toBeGreaterThan(0);
    expect(logFaults(lines, { known, paths: Object.keys(paths) }).slice(0, SHOWN)).toEqual([]);
  }
  // A server that a test kills may have had no request.
  expect(asked).toBeGreaterThan(logs.length / 2);
});
