import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import { MAX_RECORD_BYTES } from '../../../server/dkim/record.ts';
import { ED25519, OTHER_RSA, RSA_1024, RSA_2048 } from '../../support/mail/test-keys.ts';
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
const verify = (key: typeof OLD) => verdict(setting, mailSignedWith(key, 's1'));
const records = async (): Promise<string[]> =>
  (await setting.answer('devcon.org')).keys.map(({ record }) => record);

describe('a key that stands in DNS', () => {
  it('is kept with the days of its first and last sight, and verifies', async () => {
    publish(RSA_2048.record);
    await setting.round();
    await setting.nextDay();
    await setting.nextDay();
    expect((await setting.answer('devcon.org')).keys).toEqual([
      { name: NAME, record: RSA_2048.record, firstSeen: '2026-01-10', lastSeen: '2026-01-12', source: 'DNS' },
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

  it('is one of several at its name, and each of them verifies', async () => {
    publish(OLD.record, NEW.record, OLD.record);
    await setting.round();
    expect((await records()).toSorted()).toEqual([OLD.record, NEW.record].toSorted());
    for (const key of [OLD, NEW]) await expect(verify(key)).resolves.toMatchObject({ status: 'pass' });
  });
});

describe('a key that the catalog ships', () => {
  it('is the first stock; its selector is asked for too, and its revocation counts', async () => {
    const name = 'drawn-at-random._domainkey.devcon.org';
    const shipped = { name, record: OLD.record, source: 'a named source' };
    const catalog = structuredClone(CATALOG);
    for (const event of catalog.events) if (event.key === 'devcon') event.dkimKeys = [shipped];
    const own = await openSetting(['devcon.org'], catalog);
    try {
      const keys = async () => (await own.answer('devcon.org')).keys;
      expect(await keys()).toEqual([{ ...shipped, firstSeen: null, lastSeen: null }]);
      own.dns.zone.set(name, { txt: [OLD.record, NEW.record] });
      await own.round();
      const dates = { firstSeen: '2026-01-10', lastSeen: '2026-01-10' };
      expect(await keys()).toEqual([
        { ...shipped, ...dates },
        { name, record: NEW.record, source: 'DNS', ...dates },
      ]);
      own.dns.zone.set(name, { txt: ['v=DKIM1; p='] });
      await own.nextDay();
      expect((await keys()).map(({ record }) => record)).toEqual(['v=DKIM1; p=']);
    } finally {
      await own.close();
    }
  });
});

describe('a key that rotates', () => {
  it('still verifies the mail that was signed with it, beside the new one', async () => {
    publish(OLD.record);
    await setting.round();
    publish(NEW.record);
    await setting.nextDay();
    expect((await setting.answer('devcon.org')).keys).toMatchObject([
      { record: OLD.record, firstSeen: '2026-01-10', lastSeen: '2026-01-10' },
      { record: NEW.record, firstSeen: '2026-01-11', lastSeen: '2026-01-11' },
    ]);
    for (const key of [OLD, NEW]) await expect(verify(key)).resolves.toMatchObject({ status: 'pass' });
  });

  it.each([
    ['disappears', { rcode: 'NXDOMAIN' }],
    ['cannot be asked for', { rcode: 'SERVFAIL' }],
    ['gets no answer', 'silent'],
    ['is another TXT record', { txt: ['v=spf1 -all'] }],
  ] as const)('is kept when its name %s', async (_name, reply) => {
    publish(OLD.record);
    await setting.round();
    setting.dns.zone.set(NAME, reply);
    if (reply === 'silent') setting.timeoutMs = 500;
    await setting.nextDay();
    expect((await setting.answer('devcon.org')).keys).toMatchObject([
      { record: OLD.record, lastSeen: '2026-01-10' },
    ]);
    await expect(verify(OLD)).resolves.toMatchObject({ status: 'pass' });
    // One broken name does not make the domain unanswered.
    expect((await setting.answer('devcon.org')).lastLookUp).toBe('2026-01-11T12:00:00.000Z');
  });
});

describe('a key that is revoked', () => {
  it('is answered no longer, and no mail verifies with it, whatever its date', async () => {
    publish(OLD.record);
    await setting.round();
    await expect(verify(OLD)).resolves.toMatchObject({ status: 'pass' });
    publish('v=DKIM1; k=rsa; p=');
    await setting.nextDay();
    expect(await records()).toEqual(['v=DKIM1; k=rsa; p=']);
    await expect(verify(OLD)).resolves.toEqual({ status: 'permerror', reason: 'The key was revoked' });
    // That the revocation is taken out of the zone later gives nothing back.
    setting.dns.zone.set(NAME, { rcode: 'NXDOMAIN' });
    await setting.nextDay();
    await expect(verify(OLD)).resolves.toMatchObject({ status: 'permerror' });
  });

  it('makes room for another one at the same name', async () => {
    publish(OLD.record);
    await setting.round();
    publish('p=');
    await setting.nextDay();
    publish(NEW.record);
    await setting.nextDay();
    await expect(verify(NEW)).resolves.toMatchObject({ status: 'pass' });
    expect((await verify(OLD)).status).not.toBe('pass');
  });
});

describe('what is no key', () => {
  it('is not kept', async () => {
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

  it('is what does not fit the index, so that the longest record does, whatever is in it', async () => {
    const filled = `${OLD.record}; n=${randomBytes(MAX_RECORD_BYTES).toString('base64url')}`;
    publish(filled.slice(0, MAX_RECORD_BYTES));
    await setting.round();
    expect((await records()).map(({ length }) => length)).toEqual([MAX_RECORD_BYTES]);
  });
});
