import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoReport } from '../../../scripts/demo-report.ts';
import { startServer } from '../../../scripts/server-process.ts';
import type { ServerProcess } from '../../../scripts/server-process.ts';
import { EXPECTED_COUNTS, EXPECTED_SELF_ATTESTED, EXPECTED_VERIFIED } from '../../support/demo-mailbox.ts';
import { mbox, registration } from '../../support/mail/mbox-text.ts';
import { useFolder } from '../../support/suite-folder.ts';
import { demoReport, runDemo } from './run-demo.ts';

/** Mail of real people, which is kept outside the repo. */
const SAMPLES = fileURLToPath(new URL('../../../../shared/fixtures/dkim/', import.meta.url));
const samplesThere = existsSync(SAMPLES);

let server: ServerProcess;
const inFolder = useFolder();

beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'warn' } });
});
afterAll(async () => {
  await server.stop();
});

async function written(name: string, content: string | Uint8Array): Promise<string> {
  const path = inFolder(name);
  await writeFile(path, content);
  return path;
}
function names(report: DemoReport): string[] {
  return report.facts.filter((fact) => fact.counts).map((fact) => fact.id);
}

describe('npm run demo', () => {
  it('finds exactly what its table lists in the demo mailbox, and the comparison names it all', async () => {
    const report = await demoReport(['--server', server.origin]);
    expect(report.result).toEqual({
      verifiedTravelEvents: EXPECTED_VERIFIED,
      selfAttestedEvents: EXPECTED_SELF_ATTESTED,
      travelInterests: [],
    });
    for (const { id, key, mails } of report.facts.map((fact) => ({ ...fact, key: fact.id.split('/')[1] }))) {
      const expected = Object.entries(EXPECTED_COUNTS.evidence).find(([event]) => event === key);
      expect([id, mails]).toEqual([id, expected?.[1].mails]);
    }
    expect(report.scan).toMatchObject({ phase: 'done', unreadable: 0 });
    expect(report.disclosed).toEqual([]);
    expect(report.notices).toEqual([]);
  });

  it('finds the same when that mailbox is a file', async () => {
    const answer = await fetch(`${server.origin}/demo/mailbox.mbox`);
    const path = await written('mailbox.mbox', new Uint8Array(await answer.arrayBuffer()));
    const [account, file] = [
      await demoReport(['--server', server.origin]),
      await demoReport(['--server', server.origin, '--mbox', path]),
    ];
    expect(names(file)).toEqual(names(account));
    expect(file.result).toEqual(account.result);
    expect(file.scan.mailsRead).toBe(EXPECTED_COUNTS.mails - EXPECTED_COUNTS.spamAndTrash);
    expect(Object.values(file.scan.leftOut).reduce((sum, mails) => sum + mails, 0)).toBe(
      EXPECTED_COUNTS.spamAndTrash,
    );
    expect(file.scan.evidenceMails).toBe(account.scan.evidenceMails);
    expect(file.source).toEqual({ kind: 'file', name: 'mailbox.mbox' });
  });

  it('adds the chosen interests, and discloses only the requested facts', async () => {
    const options = ['--interests', 'bars,running', '--disclose', 'devcon,bars'];
    const report = await demoReport(['--server', server.origin, ...options]);
    expect(report.result?.travelInterests).toEqual(['running', 'bars']);
    expect(report.disclosed).toEqual(['verifiedTravelEvents/devcon', 'travelInterests/bars']);
  });

  it('starts its own server and prints the three lists', async () => {
    const { exitCode, stdout } = await runDemo([]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Signed in as robin.keller@mail.example.');
    for (const title of ['Verified travel events', 'Self-attested events', 'Travel interests']) {
      expect(stdout).toContain(title);
    }
    expect(stdout).toContain('Nothing was disclosed.');
  });
});

describe.runIf(samplesThere)('an mbox of real mail', () => {
  it('is read without an error, and none of it counts for the demo account', async () => {
    const files = (await readdir(SAMPLES)).filter((name) => /^real-.*\.eml$/.test(name));
    expect(files).toHaveLength(5);
    const mails = await Promise.all(files.map((name) => readFile(join(SAMPLES, name), 'latin1')));
    const chunks = mails.map(
      (mail) =>
        `From sample@example.org Thu Jan 01 00:00:00 1970\n${mail.replace(/^(>*From )/gm, '>$1')}\n\n`,
    );
    const path = await written('real.mbox', Buffer.from(chunks.join(''), 'latin1'));
    const report = await demoReport(['--server', server.origin, '--mbox', path]);
    expect(report.scan).toMatchObject({ phase: 'done', mailsRead: 5, unreadable: 0 });
    expect(names(report)).toEqual([]);
    expect(report.result).toBeNull();
  });
});

it.each([
  samplesThere
    ? 'real mail was read in place'
    : 'real mail was NOT TRIED: ../shared/fixtures/dkim is missing beside the checkout',
])('%s', (title) => {
  if (!samplesThere) console.warn(`\n!!! Real mail was NOT TRIED: ${SAMPLES} is missing !!!\n`);
  expect(title.includes('NOT TRIED')).toBe(!samplesThere);
});

describe('bad input', () => {
  it('is named as such when the mail is somebody else’s', async () => {
    const mail = registration('Your Devcon ticket', 'someone.else@mail.example');
    const path = await written('other.mbox', mbox([mail], { eol: '\r\n' }));
    const { exitCode, stdout } = await runDemo(['--server', server.origin, '--mbox', path]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('addressed to somebody else than robin.keller@mail.example');
    expect(stdout).toContain('Devcon');
    expect(stdout).toContain('nothing was compared');
  });

  it.each<[string, string | Uint8Array, string]>([
    ['an empty file', '', 'mbox_empty'],
    ['a picture', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70]), 'mbox_not_a_mailbox'],
  ])('is distinguished from a mailbox: %s', async (_name, content, code) => {
    const path = await written('bad.mbox', content);
    const { exitCode, stdout, stderr } = await runDemo(['--json', '--server', server.origin, '--mbox', path]);
    expect(exitCode).toBe(1);
    expect((JSON.parse(stdout) as { error: { code: string } }).error.code).toBe(code);
    expect(stderr).not.toMatch(/ at .*:\d+:\d+/);
  });

  it.each<[string, string[], number, RegExp]>([
    ['a missing file', ['--mbox', '/nowhere/at/all.mbox'], 1, /There is no file/],
    ['a folder', ['--mbox', tmpdir()], 1, /is not a file/],
    ['an unknown interest', ['--interests', 'chess'], 2, /Unknown interest: chess/],
    ['an unknown option', ['--everything'], 2, /Usage: npm run demo/],
    ['an address that is none', ['--server', 'localhost:8787'], 2, /--server wants an address/],
    ['a server that is down', ['--server', 'http://127.0.0.1:9'], 1, /server does not answer/],
  ])('is answered with a sentence: %s', async (_name, args, code, text) => {
    const { exitCode, stdout, stderr } = await runDemo(args);
    expect(exitCode).toBe(code);
    expect(stdout).toBe('');
    expect(stderr).toMatch(text);
    expect(stderr).not.toMatch(/ at .*:\d+:\d+/);
  });

  it('includes facts to disclose that are not in the result', async () => {
    const { exitCode, stderr } = await runDemo(['--server', server.origin, '--disclose', 'karaoke']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('karaoke does not stand in the result');
  });

  it('is avoided with --help, which explains the options', async () => {
    const { exitCode, stdout } = await runDemo(['--help']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('--mbox FILE');
  });
});
