import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { COMMON_SELECTORS } from '../../../server/dkim/selectors.ts';
import { ED25519 } from '../../support/mail/test-keys.ts';
import { DAY_MS, HOUR_MS, SIGNERS, openSetting } from './dkim-setting.ts';
import type { Setting } from './dkim-setting.ts';

const MINUTE_MS = 60_000;
const DOMAINS = ['devcon.org', 'lu.ma', 'pretix.eu'];

let setting: Setting;
beforeAll(async () => {
  setting = await openSetting(DOMAINS);
});
beforeEach(() => setting.reset());
afterAll(() => setting.close());

const messages = (level: string): unknown[] =>
  setting.logged.filter((line) => line['level'] === level).map((line) => line['message']);

describe('a domain', () => {
  it('is looked up at the start, then once a day', async () => {
    await expect(setting.round('at start')).resolves.toMatchObject({ asked: DOMAINS });
    const rounds: number[] = [];
    for (let hour = 1; hour <= 48; hour += 1) {
      setting.clock.now += HOUR_MS;
      if ((await setting.round()).asked.length > 0) rounds.push(hour);
    }
    expect(rounds).toEqual([24, 48]);
  });

  it('is looked up again by the next start, but not by every start', async () => {
    await setting.round('at start');
    setting.clock.now += MINUTE_MS;
    await expect(setting.copy().round('at start')).resolves.toMatchObject({ asked: [] });
    setting.clock.now += 2 * MINUTE_MS;
    await expect(setting.copy().round('at start')).resolves.toMatchObject({ asked: DOMAINS });
  });

  it('that did not answer is looked up again after an hour', async () => {
    setting.dns.otherwise = { rcode: 'SERVFAIL' };
    await expect(setting.round('at start')).resolves.toEqual({ asked: DOMAINS, unanswered: DOMAINS });
    setting.dns.otherwise = { rcode: 'NXDOMAIN' };
    setting.clock.now += HOUR_MS / 2;
    await expect(setting.round()).resolves.toMatchObject({ asked: [] });
    setting.clock.now += HOUR_MS / 2;
    await expect(setting.round()).resolves.toEqual({ asked: DOMAINS, unanswered: [] });
  });

  it('with a broken zone is given up early, and does not delay the others', async () => {
    setting.dns.zone.set('google._domainkey.lu.ma', { txt: [ED25519.record] });
    const broken = COMMON_SELECTORS.map((selector) => `${selector}._domainkey.devcon.org`);
    for (const name of broken) setting.dns.zone.set(name, { rcode: 'SERVFAIL' });
    await expect(setting.round()).resolves.toEqual({ asked: DOMAINS, unanswered: ['devcon.org'] });
    const names = new Set(setting.dns.asked.map(({ name }) => name));
    expect([...names].filter((name) => name.endsWith('devcon.org')).length).toBeLessThan(20);
    expect((await setting.answer('lu.ma')).keys).toHaveLength(1);
    expect((await setting.answer('lu.ma')).stale).toBe(false);
    expect((await setting.answer('devcon.org')).stale).toBe(true);
  });

  it('whose last look-up lies in the future is looked up all the same', async () => {
    setting.clock.now += 400 * DAY_MS;
    await setting.round();
    setting.clock.now -= 400 * DAY_MS;
    await expect(setting.round()).resolves.toMatchObject({ asked: DOMAINS });
  });
});

describe('copies of the server', () => {
  it('that share a database look up each domain once among them', async () => {
    const copies = Array.from({ length: 4 }, () => setting.copy(SIGNERS));
    const rounds = await Promise.all(copies.map((copy) => copy.round('at start')));
    expect(rounds.flatMap(({ asked }) => asked).toSorted()).toEqual(SIGNERS);
    const asked = setting.dns.asked.map(({ name }) => name);
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('take over a day that another copy did not finish', async () => {
    await setting.archive.claim('lu.ma', setting.clock.now, { asked: 0, answered: 0 });
    await expect(setting.round('at start')).resolves.toMatchObject({ asked: ['devcon.org', 'pretix.eu'] });
    setting.clock.now += HOUR_MS;
    await expect(setting.round()).resolves.toMatchObject({ asked: ['lu.ma'] });
  });
});

describe('a round of look-ups', () => {
  it('has a bounded number of queries at a time', async () => {
    setting.dns.delay = 3;
    await setting.copy(SIGNERS).round('at start');
    expect(setting.dns.asked.length).toBeGreaterThan(SIGNERS.length * 50);
    expect(setting.dns.mostAtOnce()).toBeGreaterThan(4);
    expect(setting.dns.mostAtOnce()).toBeLessThanOrEqual(16);
  });

  it('stops with the server, and the next start looks up the interrupted domains', async () => {
    setting.dns.otherwise = 'silent';
    const stopping = setting.copy();
    const round = stopping.round('at start');
    while (setting.dns.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await stopping.stop();
    await round;
    const before = setting.dns.asked.length;
    // Four queries per domain were pending, and none was repeated.
    expect(before).toBeLessThanOrEqual(4 * DOMAINS.length);
    await expect(stopping.round('at start')).resolves.toEqual({ asked: [], unanswered: [] });
    expect(setting.dns.asked).toHaveLength(before);
    setting.dns.otherwise = { rcode: 'NXDOMAIN' };
    await expect(setting.copy().round('at start')).resolves.toMatchObject({ asked: DOMAINS });
  });

  it('rejects when the database fails, and the next round still comes', async () => {
    const away = vi.spyOn(setting.archive, 'record').mockRejectedValue(new Error('the database is away'));
    await expect(setting.round()).rejects.toThrow('the database is away');
    away.mockRestore();
    await setting.nextDay();
    expect((await setting.answer('lu.ma')).stale).toBe(false);
  });
});

describe('staleness', () => {
  const stale: unknown = expect.stringMatching(/^the DKIM key archive is stale because DNS did not answer: /);

  it('is reported in the log and in the answer until DNS answers', async () => {
    setting.dns.otherwise = 'silent';
    setting.timeoutMs = 50;
    await setting.round('at start');
    expect(messages('info')).toEqual(['the DKIM key archive is stale; DNS is asked']);
    expect(setting.logged[0]).toMatchObject({ stale: 3, of: 3 });
    expect(messages('warn')).toEqual([stale]);
    expect(setting.logged.at(-1)).toMatchObject({
      stale: 3,
      of: 3,
      unanswered: DOMAINS,
      reasons: ['ETIMEOUT'],
    });
    await expect(setting.answer('devcon.org')).resolves.toMatchObject({ lastLookUp: null, stale: true });
    setting.dns.otherwise = { rcode: 'NXDOMAIN' };
    setting.timeoutMs = 5_000;
    setting.clock.now += HOUR_MS;
    await setting.round();
    expect(messages('info').slice(1)).toEqual(['the DKIM key archive is up to date']);
    await expect(setting.answer('devcon.org')).resolves.toMatchObject({
      lastLookUp: new Date(setting.clock.now).toISOString(),
      stale: false,
    });
  });

  it('begins after two days without an answer', async () => {
    await setting.round();
    setting.dns.otherwise = { rcode: 'REFUSED' };
    await setting.nextDay();
    expect(messages('warn')).toEqual(['DNS did not answer for DKIM keys; it is asked again']);
    setting.clock.now += DAY_MS;
    expect((await setting.answer('devcon.org')).stale).toBe(false);
    setting.clock.now += 1;
    expect((await setting.answer('devcon.org')).stale).toBe(true);
    await setting.round();
    expect(messages('warn').slice(1)).toEqual([stale]);
  });
});
