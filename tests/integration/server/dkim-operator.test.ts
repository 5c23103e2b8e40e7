/** An operator's changes to an installation's keys, from the command to the verdict on a device. */
import { existsSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import type { Catalog } from '../../../catalog/index.ts';
import { openDatabase } from '../../../server/database/open.ts';
import type { Database } from '../../../server/database/open.ts';
import { createDkimArchive } from '../../../server/dkim/archive.ts';
import { createKeyOperator } from '../../../server/dkim/operator.ts';
import { createDkimRemovals, fingerprintOf } from '../../../server/dkim/removals.ts';
import { StartError } from '../../../server/operator/start-error.ts';
import { barePkcs1, ED25519, OTHER_RSA, RSA_1024 } from '../../support/mail/test-keys.ts';
import { runScript } from '../../support/run-script.ts';
import { createTestPlace } from '../../support/server/test-database.ts';
import type { TestPlace } from '../../support/server/test-database.ts';
import { mailSignedWith, openSetting, verdict } from './dkim-setting.ts';
import type { Setting } from './dkim-setting.ts';

const NAME = 's1._domainkey.devcon.org';
const REVOKED = { status: 'permerror', reason: 'The key was revoked' };

describe('a key that an operator removed', () => {
  let setting: Setting;
  beforeAll(async () => {
    setting = await openSetting();
  });
  beforeEach(() => setting.reset());
  afterAll(() => setting.close());

  const publish = (...txt: string[]): void => void setting.dns.zone.set(NAME, { txt });
  const verify = (key: typeof RSA_1024, catalog?: Catalog) =>
    verdict(setting, mailSignedWith(key, 's1'), new Date('2026-01-10T12:00:00Z'), catalog);

  it('verifies no mail, and no look-up brings it back in any form', async () => {
    publish(RSA_1024.record);
    await setting.round();
    await expect(verify(RSA_1024)).resolves.toMatchObject({ status: 'pass' });
    await setting.removals.add(NAME, RSA_1024.record, setting.clock.now);
    await expect(verify(RSA_1024)).resolves.toEqual(REVOKED);
    for (const record of [
      RSA_1024.record,
      `v=DKIM1; t=s; p=${RSA_1024.published}`,
      `v=DKIM1; p=${barePkcs1(RSA_1024)}`,
    ]) {
      publish(record);
      await setting.nextDay();
      await expect(verify(RSA_1024)).resolves.toEqual(REVOKED);
    }
    const { keys } = await setting.answer('devcon.org');
    expect(keys.map(({ removed }) => removed)).toEqual(['2026-01-10', '2026-01-10', '2026-01-10']);
  });

  it('is also removed on a device whose catalog has it, though this server never saw it', async () => {
    const catalog = structuredClone(CATALOG);
    const shipped = { name: NAME, record: RSA_1024.record, source: 'test' };
    for (const event of catalog.events) if (event.key === 'devcon') event.dkimKeys = [shipped];
    await expect(verify(RSA_1024, catalog)).resolves.toMatchObject({ status: 'pass' });
    await setting.removals.add(NAME, RSA_1024.record, setting.clock.now);
    await expect(verify(RSA_1024, catalog)).resolves.toEqual(REVOKED);
  });

  it('leaves the other keys at its name', async () => {
    publish(RSA_1024.record, OTHER_RSA.record);
    await setting.round();
    await setting.removals.add(NAME, RSA_1024.record, setting.clock.now);
    await expect(verify(OTHER_RSA)).resolves.toMatchObject({ status: 'pass' });
  });

  it('verifies no mail under another selector of the domain, in any form, until it is restored', async () => {
    const elsewhere = 'google._domainkey.devcon.org';
    publish(RSA_1024.record);
    setting.dns.zone.set(elsewhere, { txt: [`v=DKIM1; t=s; p=${barePkcs1(RSA_1024)}`] });
    await setting.round();
    const google = (catalog?: Catalog) =>
      verdict(setting, mailSignedWith(RSA_1024, 'google'), new Date('2026-01-10T12:00:00Z'), catalog);
    await expect(google()).resolves.toMatchObject({ status: 'pass' });
    const { archive, removals, clock } = setting;
    const known = (domain: string) => archive.keysOf(domain);
    const operator = createKeyOperator({ known, removals, now: () => clock.now });
    await operator.remove(NAME, null);
    await expect(google()).resolves.toEqual(REVOKED);
    const listed = await operator.list('devcon.org');
    expect(listed.map(({ name, removedOn }) => [name, removedOn])).toEqual([
      [elsewhere, '2026-01-10'],
      [NAME, '2026-01-10'],
    ]);

    // A device's catalog may have it under a selector that this server has never seen.
    const catalog = structuredClone(CATALOG);
    const shipped = { name: 'third._domainkey.devcon.org', record: RSA_1024.record, source: 'test' };
    for (const event of catalog.events) if (event.key === 'devcon') event.dkimKeys = [shipped];
    const third = () =>
      verdict(setting, mailSignedWith(RSA_1024, 'third'), new Date('2026-01-10T12:00:00Z'), catalog);
    await expect(third()).resolves.toEqual(REVOKED);

    await operator.restore(elsewhere, null);
    await expect(google()).resolves.toMatchObject({ status: 'pass' });
    await expect(third()).resolves.toMatchObject({ status: 'pass' });
  });
});

describe('npm run keys', () => {
  let place: TestPlace;
  let env: Record<string, string>;
  beforeEach(async () => {
    place = await createTestPlace();
    env = 'url' in place.where ? { DATABASE_URL: place.where.url } : { DATA_DIR: place.where.folder };
    await inDatabase(async ({ db }) => {
      const archive = createDkimArchive(db);
      const seen = [RSA_1024, OTHER_RSA].map(({ record }) => ({ name: NAME, record }));
      const other = { name: 's2._domainkey.devcon.org', record: ED25519.record };
      await archive.record('devcon.org', { seen: [...seen, other], answered: [] }, Date.UTC(2026, 0, 10));
    });
  });
  afterEach(() => place.remove());

  async function inDatabase<Value>(work: (database: Database) => Promise<Value>): Promise<Value> {
    const database = await openDatabase(place.where);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }
  const run = async (...args: string[]): Promise<string> => {
    const { exitCode, stdout, stderr } = await runScript('keys.ts', args, { env });
    expect(exitCode).toBe(stderr === '' ? 0 : 1);
    return stdout + stderr;
  };
  const removed = (): Promise<string[]> =>
    inDatabase(async ({ db }) =>
      (await createDkimRemovals(db).ofDomain('devcon.org')).map(
        ({ name, fingerprint }) => `${name} ${fingerprint}`,
      ),
    );
  const [first, second] = [fingerprintOf(RSA_1024.record), fingerprintOf(OTHER_RSA.record)];

  it('lists, removes and restores', async () => {
    const listed = await run('list', '--domain', 'Devcon.org');
    expect(listed.match(/^\S.*$/gm)).toEqual([NAME, NAME, 's2._domainkey.devcon.org']);
    expect(listed).toContain(`fingerprint ${first}`);
    expect(listed).toContain('seen from 2026-01-10 to 2026-01-10');

    expect(await run('remove', NAME, '--fingerprint', first.slice(0, 12))).toMatch(/^Removed:\n/);
    expect(await removed()).toEqual([`${NAME} ${first}`]);
    // Only one of two keys is left at the name, so it needs no fingerprint.
    expect(await run('remove', NAME)).toContain(second);
    expect(await run('restore', NAME, '--fingerprint', first)).toMatch(/^Counts again:\n/);
    expect(await removed()).toEqual([`${NAME} ${second}`]);
    expect((await run('list', '--domain', 'devcon.org')).match(/removed on \d{4}-\d\d-\d\d/g)).toHaveLength(
      1,
    );
  }, 120_000);

  it('changes nothing if it is unclear which key is meant, and says what to do', async () => {
    await inDatabase(async ({ db }) => {
      const archive = createDkimArchive(db);
      const removals = createDkimRemovals(db);
      const operator = createKeyOperator({
        known: (domain) => archive.keysOf(domain),
        removals,
        now: Date.now,
      });
      const refusal = async (verb: 'remove' | 'restore', name: string, print: string | null = null) =>
        operator[verb](name, print).then(
          () => 'done',
          (error: unknown) => (error instanceof StartError ? error.message : 'another error'),
        );
      const several = await refusal('remove', NAME);
      expect(several).toMatch(
        /^Several keys stand at s1\._domainkey\.devcon\.org\. Say which one with --fingerprint:/,
      );
      expect([several.includes(first), several.includes(second)]).toEqual([true, true]);
      expect(await refusal('remove', 'absent._domainkey.devcon.org')).toBe(
        'There is no key left at absent._domainkey.devcon.org. To see them all: npm run keys -- list --domain devcon.org',
      );
      expect(await refusal('remove', NAME, '0'.repeat(64))).toMatch(/^There is no key left /);
      expect(await refusal('remove', NAME, 'xyz')).toMatch(/^A fingerprint is 64 hexadecimal digits/);
      expect(await refusal('restore', NAME)).toMatch(/^No key was removed at /);
      expect(await refusal('remove', 'devcon.org')).toMatch(/write selector\._domainkey\.domain/);
      expect(await operator.list('lu.ma')).toEqual([]);
      expect(await removals.ofDomain('devcon.org')).toEqual([]);
    });
    for (const args of [['revoke', NAME], ['list']]) expect(await run(...args)).toMatch(/^Usage: /);
  });

  it('says what to do when a running server holds the embedded database', async () => {
    if ('url' in place.where) return;
    const { folder } = place.where;
    await inDatabase(async () => {
      for (const args of [
        ['list', '--domain', 'devcon.org'],
        ['remove', NAME],
      ]) {
        expect(await runScript('keys.ts', args, { env })).toEqual({
          exitCode: 1,
          stdout: '',
          stderr: `A running server holds ${folder}, the database that this command works on. Stop the server and run the command again. With PostgreSQL (DATABASE_URL) servers can go on meanwhile.\n`,
        });
      }
    });
  });

  it('creates no data folder if the server has none', async () => {
    if ('url' in place.where) return;
    const folder = `${place.where.folder}-elsewhere`;
    expect(
      await runScript('keys.ts', ['list', '--domain', 'devcon.org'], { env: { DATA_DIR: folder } }),
    ).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `There is no data folder ${folder}. Set DATA_DIR to the server's own, or DATABASE_URL to its database.\n`,
    });
    expect(existsSync(folder)).toBe(false);
  });

  it('says where it looked when it finds nothing, and whether DNS was ever asked', async () => {
    const name =
      'url' in place.where
        ? `the database ${new URL(place.where.url).pathname.slice(1)} at ${new URL(place.where.url).host}`
        : `the folder ${place.where.folder}`;
    expect(await run('list', '--domain', 'Edcon.io')).toBe(
      `No key of edcon.io is known in ${name}.\nDNS has never answered for this domain there: a server on this database asks at its start and daily, for the domains of its catalog.\n`,
    );
    await inDatabase(async ({ db }) => {
      await createDkimArchive(db).claim('edcon.io', Date.UTC(2026, 0, 9), { asked: 0, answered: 0 });
      await createDkimArchive(db).answered('edcon.io', Date.UTC(2026, 0, 10));
    });
    expect(await run('list', '--domain', 'edcon.io')).toBe(
      `No key of edcon.io is known in ${name}.\nDNS last answered for this domain on 2026-01-10.\n`,
    );
  }, 120_000);
});
