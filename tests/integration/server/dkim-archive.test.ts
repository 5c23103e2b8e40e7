import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import type { Catalog, CatalogEvent } from '../../../catalog/index.ts';
import { MAX_RECORD_BYTES } from '../../../server/dkim/record.ts';
import { ED25519, newRsaKey, OTHER_RSA, RSA_1024, RSA_2048 } from '../../support/mail/test-keys.ts';
import type { TestKey } from '../../support/mail/test-keys.ts';
import { inStrings } from '../../support/network/dns.ts';
import { mailSignedWith, openSetting, verdict } from './dkim-setting.ts';
import type { Setting } from './dkim-setting.ts';

const NAME = 's1._domainkey.devcon.org';
const OLD = RSA_1024;
const NEW = OTHER_RSA;

let setting: Setting;
beforeAll(async () => {
  setting = await openSetting();
});
beforeEach(() => setting.reset());
afterAll(() => setting.close());

const publish = (...records: string[]): void =>
  void setting.dns.zone.set(NAME, { txt: records.map((record) => inStrings(record)) });
const verify = (key: Pick<TestKey, 'privateKey'>, receivedAt = '2026-01-10T12:00:00Z') =>
  verdict(setting, mailSignedWith(key, 's1'), new Date(receivedAt));
const OUTDATED = { status: 'permerror', reason: 'The key was not in use when the mail was received' };
const REVOKED = { status: 'permerror', reason: 'The key was revoked' };
const REVOCATION = 'v=DKIM1; k=rsa; p=';
const records = async (): Promise<string[]> =>
  (await setting.answer('devcon.org')).keys.map(({ record }) => record);
const shipping = (...dkimKeys: CatalogEvent['dkimKeys']): Catalog => {
  const catalog = structuredClone(CATALOG);
  for (const event of catalog.events) if (event.key === 'devcon') event.dkimKeys = dkimKeys;
  return catalog;
};

describe('a key in DNS', () => {
  it('is stored with the days when it was first and last seen, and verifies', async () => {
    publish(RSA_2048.record);
    await setting.round();
    await setting.nextDay();
    await setting.nextDay();
    expect((await setting.answer('devcon.org')).keys).toEqual([
      {
        name: NAME,
        record: RSA_2048.record,
        firstSeen: '2026-01-10',
        lastSeen: '2026-01-12',
        missingSince: null,
        removed: null,
        source: 'DNS',
      },
    ]);
    await expect(verify(RSA_2048)).resolves.toMatchObject({ status: 'pass' });
  });

  it('is found under every selector in common use, under the domain’s own name, and behind an alias', async () => {
    const names = ['google', 'selector1', 'mandrill', 'zendesk1', 'default', 'devcon'].map(
      (selector) => `${selector}._domainkey.devcon.org`,
    );
    for (const name of names) {
      setting.dns.zone.set(name, { txt: [ED25519.record], alias: 'dkim.mail-service.example' });
    }
    await setting.round();
    const { keys } = await setting.answer('devcon.org');
    expect(keys.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    await expect(verdict(setting, mailSignedWith(ED25519, 'google'))).resolves.toMatchObject({
      status: 'pass',
    });
  });

  it('may be one of several at its name, and each of them verifies', async () => {
    publish(OLD.record, NEW.record, OLD.record);
    await setting.round();
    expect((await records()).toSorted()).toEqual([OLD.record, NEW.record].toSorted());
    for (const key of [OLD, NEW]) await expect(verify(key)).resolves.toMatchObject({ status: 'pass' });
  });
});

describe('a key in the catalog', () => {
  const name = 'drawn-at-random._domainkey.devcon.org';
  const shipped = { name, record: OLD.record, source: 'a named source' };
  const mail = mailSignedWith(OLD, 'drawn-at-random');

  it('is in the archive from the start; its selector is looked up too, and a revocation counts', async () => {
    const own = await openSetting(['devcon.org'], shipping(shipped));
    const known = { missingSince: null, removed: null };
    try {
      const keys = async () => (await own.answer('devcon.org')).keys;
      expect(await keys()).toEqual([{ ...shipped, ...known, firstSeen: null, lastSeen: null }]);
      own.dns.zone.set(name, { txt: [OLD.record, NEW.record] });
      await own.round();
      const dates = { firstSeen: '2026-01-10', lastSeen: '2026-01-10', ...known };
      expect(await keys()).toEqual([
        { ...shipped, ...dates },
        { name, record: NEW.record, source: 'DNS', ...dates },
      ]);
      await expect(verdict(own, mail, new Date('2026-01-10'), shipping(shipped))).resolves.toMatchObject({
        status: 'pass',
      });
      own.dns.zone.set(name, { txt: ['v=DKIM1; p='] });
      await own.nextDay();
      // The device still has the key, but the server's answer decides.
      for (const day of ['2024-11-11', '2026-01-10', '2026-02-01']) {
        await expect(verdict(own, mail, new Date(day), shipping(shipped))).resolves.toEqual(REVOKED);
      }
    } finally {
      await own.close();
    }
  });

  it('counts on the catalog’s days and seven more, once DNS answers without it', async () => {
    const dated = { ...shipped, firstSeen: '2025-03-05', lastSeen: '2025-05-10' };
    const own = await openSetting(['devcon.org'], shipping(dated));
    const on = async (day: string) => (await verdict(own, mail, new Date(day), shipping(dated))).status;
    try {
      // No look-up was possible yet.
      expect([await on('2025-01-01'), await on('2025-12-31')]).toEqual(['pass', 'pass']);
      await own.round();
      expect([await on('2025-05-17T23:59:59.999Z'), await on('2025-05-18')]).toEqual(['pass', 'permerror']);
      own.dns.zone.set(name, { txt: [NEW.record] });
      await own.nextDay();
      expect([await on('2025-03-04T23:59:59.999Z'), await on('2025-03-05')]).toEqual(['permerror', 'pass']);
    } finally {
      await own.close();
    }
  });

  it('is revoked for a device whose catalog has it, even if the server’s no longer does', async () => {
    setting.dns.zone.set('google._domainkey.devcon.org', { txt: [REVOCATION] });
    await setting.round();
    const older = shipping({ ...shipped, name: 'google._domainkey.devcon.org' });
    const google = mailSignedWith(OLD, 'google');
    await expect(verdict(setting, google, new Date('2025-01-01'), older)).resolves.toEqual(REVOKED);
  });
});

describe('a key that rotates', () => {
  it('still verifies the mail of its days, and no other, beside the new key', async () => {
    publish(OLD.record);
    await setting.round();
    await expect(verify(OLD, '2024-11-11')).resolves.toMatchObject({ status: 'pass' });
    publish(NEW.record);
    await setting.nextDay();
    expect((await setting.answer('devcon.org')).keys).toMatchObject([
      { record: NEW.record, firstSeen: '2026-01-11', lastSeen: '2026-01-11', missingSince: null },
      { record: OLD.record, firstSeen: '2026-01-10', lastSeen: '2026-01-10', missingSince: '2026-01-11' },
    ]);
    for (const day of ['2026-01-10T00:00:00Z', '2026-01-17T23:59:59.999Z']) {
      await expect(verify(OLD, day)).resolves.toMatchObject({ status: 'pass' });
    }
    for (const day of ['2026-01-09T23:59:59.999Z', '2026-01-18T00:00:00Z', '2024-11-11']) {
      await expect(verify(OLD, day)).resolves.toEqual(OUTDATED);
    }
    await expect(verify(NEW, '2026-01-10T23:59:59.999Z')).resolves.toEqual(OUTDATED);
    for (const day of ['2026-01-11T00:00:00Z', '2026-03-01']) {
      await expect(verify(NEW, day)).resolves.toMatchObject({ status: 'pass' });
    }
  });

  it('counts until its successor is seen while nobody could ask', async () => {
    publish(OLD.record);
    await setting.round();
    setting.dns.zone.set(NAME, { rcode: 'SERVFAIL' });
    for (let days = 0; days < 30; days += 1) await setting.nextDay();
    await expect(verify(OLD, '2026-02-09')).resolves.toMatchObject({ status: 'pass' });
    publish(NEW.record);
    await setting.nextDay();
    await expect(verify(OLD, '2026-02-09')).resolves.toMatchObject({ status: 'pass' });
    await expect(verify(OLD, '2026-02-10')).resolves.toEqual(OUTDATED);
  });

  it('counts again from the day it was first seen when it returns', async () => {
    publish(OLD.record);
    await setting.round();
    publish(NEW.record);
    for (let days = 0; days < 20; days += 1) await setting.nextDay();
    await expect(verify(OLD, '2026-01-25')).resolves.toEqual(OUTDATED);
    publish(OLD.record);
    await setting.nextDay();
    await expect(verify(OLD, '2026-01-25')).resolves.toMatchObject({ status: 'pass' });
  });

  it.each([
    ['disappears', { rcode: 'NXDOMAIN' }, '2026-01-11'],
    ['cannot be asked for', { rcode: 'SERVFAIL' }, null],
    ['gets no answer', 'silent', null],
    ['is another TXT record', { txt: ['v=spf1 -all'] }, '2026-01-11'],
  ] as const)('is kept when its name %s', async (_name, reply, missingSince) => {
    publish(OLD.record);
    await setting.round();
    setting.dns.zone.set(NAME, reply);
    if (reply === 'silent') setting.timeoutMs = 500;
    await setting.nextDay();
    expect((await setting.answer('devcon.org')).keys).toMatchObject([
      { record: OLD.record, lastSeen: '2026-01-10', missingSince },
    ]);
    await expect(verify(OLD)).resolves.toMatchObject({ status: 'pass' });
    const { status } = await verify(OLD, '2026-01-18');
    expect(status).toBe(missingSince === null ? 'pass' : 'permerror');
    // One broken name does not make the domain count as unanswered.
    expect((await setting.answer('devcon.org')).lastLookUp).toBe('2026-01-11T12:00:00.000Z');
  });
});

describe('a selector with more keys than a verifier tries', () => {
  it('verifies with the newest of seventeen', async () => {
    const keys = Array.from({ length: 17 }, () => newRsaKey());
    for (const key of keys) {
      publish(key.record);
      await setting.nextDay();
    }
    expect(await records()).toHaveLength(17);
    const last = keys.at(-1) ?? OLD;
    await expect(verify(last, '2026-01-27T12:00:00Z')).resolves.toMatchObject({ status: 'pass' });
  }, 60_000);
});

describe('a key that is revoked', () => {
  it('is served with its revocation, and verifies no mail of any date', async () => {
    publish(OLD.record);
    await setting.round();
    await expect(verify(OLD)).resolves.toMatchObject({ status: 'pass' });
    publish(REVOCATION);
    await setting.nextDay();
    expect((await records()).toSorted()).toEqual([OLD.record, REVOCATION].toSorted());
    for (const day of ['2024-11-11', '2026-01-10', '2026-01-12']) {
      await expect(verify(OLD, day)).resolves.toEqual(REVOKED);
    }
    // Removing the revocation from the zone later does not make the key valid again.
    setting.dns.zone.set(NAME, { rcode: 'NXDOMAIN' });
    await setting.nextDay();
    await expect(verify(OLD)).resolves.toEqual(REVOKED);
  });

  it('leaves room for another key at the same name', async () => {
    publish(OLD.record);
    await setting.round();
    publish('p=');
    await setting.nextDay();
    publish(NEW.record);
    await setting.nextDay();
    await expect(verify(NEW, '2026-01-12')).resolves.toMatchObject({ status: 'pass' });
    expect((await verify(OLD)).status).not.toBe('pass');
  });
});

describe('something that is not a key', () => {
  it('is not stored', async () => {
    const long = (bytes: number): string => `${OLD.record}; n=${'x'.repeat(bytes)}`.slice(0, bytes);
    const several = Array.from({ length: 5 }, (_, index) => `${ED25519.record}; n=${index}`);
    const wrong: string[][] = [
      ['v=spf1 include:_spf.mail.example -all'],
      ['v=DMARC1; p=none'],
      [`v=DKIM2; p=${OLD.published}`],
      ['v=DKIM1; k=rsa; p=AAAA'],
      ['v=DKIM1; k=rsa; p=not base64!'],
      ['v=DKIM1; k=dsa; p=AAAA'],
      ['v=DKIM1; k=ed25519; p=AAAA'],
      [`${OLD.record}\0`],
      [`${OLD.record}; ${OLD.record}`],
      ['', ' ', '='],
      [long(MAX_RECORD_BYTES + 1)],
      [randomBytes(255).toString('latin1')],
      several,
    ];
    for (const [index, txt] of wrong.entries()) {
      const name = `${['google', 'k1', 'k2', 'k3', 's1', 's2', 's3', 'pm', 'mx', 'dkim', 'mail', 'smtp', 'cm'][index]}._domainkey.devcon.org`;
      setting.dns.zone.set(name, { txt: txt.map((text) => inStrings(text)) });
    }
    setting.dns.zone.set('x._domainkey.devcon.org', { txt: ['v=spf1 -all', inStrings(NEW.record)] });
    await setting.round();
    expect(await records()).toEqual([NEW.record]);
    expect(setting.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('is limited so that any record fits the index', async () => {
    const filled = `${OLD.record}; n=${randomBytes(MAX_RECORD_BYTES).toString('base64url')}`;
    publish(filled.slice(0, MAX_RECORD_BYTES));
    await setting.round();
    expect((await records()).map(({ length }) => length)).toEqual([MAX_RECORD_BYTES]);
  });
});
