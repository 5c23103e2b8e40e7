/** `npm run demo -- --mbox FILE --account ADDRESS`: judges a mailbox by hand, without a server. */
import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../../scripts/judge-mailbox.ts';
import { mbox, registration } from '../../support/mail/mbox-text.ts';
import { signMail } from '../../support/mail/reference-signer.ts';
import { RSA_1024, RSA_2048 } from '../../support/mail/test-keys.ts';
import type { ScriptRun } from '../../support/run-script.ts';
import { useFolder } from '../../support/suite-folder.ts';
import { runDemo } from './run-demo.ts';

const ACCOUNT = 'robin.keller@gmail.com';
const inFolder = useFolder();

async function written(name: string, content: string): Promise<string> {
  const path = inFolder(name);
  await writeFile(path, content, 'latin1');
  return path;
}

const ticket = (to: string): string =>
  [
    'From: Devcon <tickets@devcon.org>',
    `To: ${to}`,
    'Subject: Your Devcon 7 ticket',
    'Date: Mon, 11 Nov 2024 09:00:00 +0000',
    '',
    'Your registration is confirmed. The badge waits at the venue.',
    '',
  ].join('\r\n');
const signed = signMail(ticket('Robin.Keller+events@googlemail.com'), { key: RSA_2048.privateKey });
const [, selector = ''] = /\bs=([\w-]+)/.exec(signed) ?? [];
const [, domain = ''] = /\bd=([\w.-]+)/.exec(signed) ?? [];
const KEY_NAME = `${selector}._domainkey.${domain}`;
const MAILS = [signed, ticket('ann@b.example'), registration('Lunch', ACCOUNT, 'At noon?')];

const file = (): Promise<string> =>
  written(
    'mails.mbox',
    mbox(
      MAILS.map((one) => one.replaceAll('\r\n', '\n')),
      { eol: '\r\n' },
    ),
  );
const judge = async (...args: string[]): Promise<ScriptRun> =>
  runDemo(['--mbox', await file(), '--account', ACCOUNT, ...args]);

describe('judging a mailbox by hand', () => {
  it('lists every mail that attests, with its verdict, and sends no request', async () => {
    const keys = await written(
      'keys.json',
      JSON.stringify({ [KEY_NAME]: [RSA_1024.record, RSA_2048.record] }),
    );
    const { exitCode, stdout, stderr } = await judge('--json', '--keys', keys);
    expect([exitCode, stderr]).toEqual([0, '']);
    const { mails, read, notRead } = JSON.parse(stdout) as Judgement;
    expect([read, notRead]).toEqual([3, []]);
    const mail = {
      subject: 'Your Devcon 7 ticket',
      from: 'Devcon <tickets@devcon.org>',
      date: '2024-11-11T09:00:00.000Z',
      event: 'devcon',
    };
    const reason = 'Signed by devcon.org, whole mail, 2048-bit key.';
    const foreign = `It was not addressed to ${ACCOUNT}. Not signed, so nothing proves who sent it.`;
    expect(mails).toEqual([
      { ...mail, counts: true, tier: 'verified', reason },
      { ...mail, counts: false, tier: null, reason: foreign },
    ]);
  });

  it('counts mail as self-attested when its key was not given, and looks the key up nowhere', async () => {
    const { stdout } = await judge('--json');
    expect((JSON.parse(stdout) as Judgement).mails[0]).toMatchObject({
      counts: true,
      tier: 'selfAttested',
      reason: 'Signed by devcon.org, but the key that would prove it is not known, or was withdrawn.',
    });
  });

  it('prints text for people without --json', async () => {
    const { exitCode, stdout } = await judge();
    expect(exitCode).toBe(0);
    expect(stdout).toContain('2024-11-11  devcon            does not count');
    expect(stdout).toContain('3 mails read, an event attested 2 times.');
    expect(stdout).toContain('1 signature could not be checked: the key is not known. --keys FILE adds keys');
  });

  it('asks whether the address is right when no mail was addressed to it', async () => {
    const { exitCode, stdout } = await runDemo(['--mbox', await file(), '--account', 'eve@c.example']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      'None of them was addressed to eve@c.example: is that the address of this mailbox?',
    );
  });

  it.each([
    ['keys that are no JSON', 'no json', 'keys_malformed', 1],
    ['a name that is no key’s', '{"devcon.org": ["v=DKIM1; p=AA"]}', 'keys_malformed', 1],
    ['a record that is no key', `{"${KEY_NAME}": ["hello"]}`, 'keys_malformed', 1],
  ])('refuses %s', async (_, content, code, exit) => {
    const { exitCode, stdout, stderr } = await judge('--json', '--keys', await written('bad.json', content));
    expect([exitCode, (JSON.parse(stdout) as { error: { code: string } }).error.code]).toEqual([exit, code]);
    expect(stderr).not.toContain('    at ');
  });

  it.each([
    ['a file that is not there', ['--mbox', '/nowhere.mbox', '--account', ACCOUNT], 'mbox_unreadable', 1],
    [
      'a file that is no mailbox',
      ['--mbox', import.meta.filename, '--account', ACCOUNT],
      'mbox_not_a_mailbox',
      1,
    ],
    ['keys that are not there', ['--account', ACCOUNT, '--keys', '/nowhere.json'], 'keys_unreadable', 1],
    ['an address that is none', ['--account', 'robin'], 'account_malformed', 2],
    ['an account without a file', ['--account', ACCOUNT, '--mbox'], 'usage', 2],
    ['a comparison beside it', ['--account', ACCOUNT, '--disclose', 'all'], 'usage', 2],
  ])('refuses %s', async (_, args, code, exit) => {
    const { exitCode, stdout } = await runDemo([
      '--json',
      ...(args.includes('--mbox') ? [] : ['--mbox', await file()]),
      ...args,
    ]);
    expect([exitCode, (JSON.parse(stdout) as { error: { code: string } }).error.code]).toEqual([exit, code]);
  });
});
