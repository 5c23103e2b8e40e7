import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTxtResolver } from '../../../server/dkim/resolver.ts';
import type { TxtResolver } from '../../../server/dkim/resolver.ts';
import { NO_DNS } from '../../support/network/no-dns.ts';
import { inStrings, startDns } from '../../support/network/dns.ts';
import type { DnsServer, Reply } from '../../support/network/dns.ts';

const NAME = 's1._domainkey.devcon.org';
const RECORD = `v=DKIM1; k=rsa; p=${'MIIB'.repeat(98)}`;

/** Time limit for a try that gets an answer, in milliseconds. A busy machine must not look like a silent server. */
const PATIENT_MS = 60_000;
/** Time limit for a try that gets none. Milliseconds. */
const HASTY_MS = 300;

let dns: DnsServer;
let patient: TxtResolver;
let hasty: TxtResolver;
beforeEach(async () => {
  dns = await startDns();
  patient = createTxtResolver([dns.address], PATIENT_MS);
  hasty = createTxtResolver([dns.address], HASTY_MS);
});
afterEach(async () => {
  patient.cancel();
  hasty.cancel();
  await dns.close();
});

function ask(reply: Reply, resolver: TxtResolver = patient): Promise<unknown> {
  dns.zone.set(NAME, reply);
  return resolver.txt(NAME);
}

const overOf = (): string[] => dns.asked.map(({ over }) => over);

describe('a TXT answer', () => {
  it('has the strings of a record joined without anything between them', async () => {
    const strings = inStrings(RECORD, 100);
    expect(strings.length).toBeGreaterThan(2);
    await expect(ask({ txt: [strings] })).resolves.toEqual({ records: [RECORD] });
    expect(overOf()).toEqual(['udp']);
  });

  it('may hold several records', async () => {
    await expect(ask({ txt: ['v=DKIM1; p=a', ['v=DKIM1; ', 'p=b']] })).resolves.toEqual({
      records: ['v=DKIM1; p=a', 'v=DKIM1; p=b'],
    });
  });

  it('that does not fit into UDP is requested again over TCP', async () => {
    const records = ['a', 'b', 'c', 'd'].map((mark) => `${RECORD}; n=${mark.repeat(200)}`);
    await expect(ask({ txt: records.map((record) => inStrings(record)) })).resolves.toEqual({ records });
    expect(overOf()).toEqual(['udp', 'tcp']);
  });

  it('that is truncated and never arrives over TCP counts as none', async () => {
    await expect(ask({ txt: [RECORD.slice(0, 200)], tcp: 'silent' }, hasty)).resolves.toEqual({
      unanswered: 'ETIMEOUT',
    });
    expect(overOf()).toContain('tcp');
    await expect(ask({ txt: [RECORD.slice(0, 200)], tcp: 'closes' }, hasty)).resolves.toHaveProperty(
      'unanswered',
    );
  });

  it('is found behind an alias into another zone', async () => {
    const alias = 'dkim.mail-service.example';
    await expect(ask({ txt: [RECORD.slice(0, 200)], alias })).resolves.toEqual({
      records: [RECORD.slice(0, 200)],
    });
    await expect(ask({ alias })).resolves.toEqual({ records: [] });
  });

  it('keeps every byte of a string', async () => {
    const text = String.fromCharCode(...Array.from({ length: 255 }, (_, index) => index + 1));
    await expect(ask({ txt: [text, ''] })).resolves.toEqual({ records: [text, ''] });
  });
});

describe('a name without TXT records', () => {
  it('gives an empty list, whether or not it exists', async () => {
    await expect(ask({ rcode: 'NXDOMAIN' })).resolves.toEqual({ records: [] });
    await expect(ask({ txt: [] })).resolves.toEqual({ records: [] });
  });
});

describe('no answer', () => {
  it.each([
    ['SERVFAIL', 'ESERVFAIL'],
    ['REFUSED', 'EREFUSED'],
    ['NOTIMP', 'ENOTIMP'],
    ['FORMERR', 'EFORMERR'],
  ] as const)('is reported with its reason: %s', async (rcode, unanswered) => {
    await expect(ask({ rcode })).resolves.toEqual({ unanswered });
  });

  it('is reported after a time-out and one more try', async () => {
    await expect(ask('silent', hasty)).resolves.toEqual({ unanswered: 'ETIMEOUT' });
    expect(dns.asked).toHaveLength(2);
  });

  it('is not assumed for a slow answer after fast ones: each has its full time', async () => {
    for (let fast = 1; fast <= 5; fast += 1) await patient.txt(`s${fast}._domainkey.devcon.org`);
    dns.asked.length = 0;
    dns.delay = 1_500;
    await expect(ask({ txt: ['v=DKIM1; p=a'] })).resolves.toEqual({ records: ['v=DKIM1; p=a'] });
    expect(dns.asked).toHaveLength(1);
  });

  it('is reported when nobody listens', async () => {
    await expect(createTxtResolver([NO_DNS]).txt(NAME)).resolves.toEqual({ unanswered: 'ECONNREFUSED' });
  });

  it('ends when it is cancelled, and so does every later query at once', async () => {
    const waiting = ask('silent');
    patient.cancel();
    await expect(waiting).resolves.toEqual({ unanswered: 'ECANCELLED' });
    const before = dns.asked.length;
    await expect(patient.txt(NAME)).resolves.toEqual({ unanswered: 'ECANCELLED' });
    expect(dns.asked).toHaveLength(before);
  });
});

describe('garbage', () => {
  const header = (query: Buffer): Buffer => Buffer.concat([query.subarray(0, 2), Buffer.from([0x81, 0x80])]);
  it.each<[string, (query: Buffer) => Buffer]>([
    ['nothing', () => Buffer.alloc(0)],
    ['one byte', () => Buffer.alloc(1)],
    ['random bytes', () => randomBytes(200)],
    ['a header alone', header],
    ['counts without records', (query) => Buffer.concat([header(query), Buffer.alloc(8, 0xff)])],
    [
      'a name that points at itself',
      (query) => Buffer.concat([header(query), Buffer.from([0, 1, 0, 1, 0, 0, 0, 0, 0xc0, 12, 0, 16, 0, 1])]),
    ],
    [
      'a string longer than its record',
      (query) =>
        Buffer.concat([
          header(query),
          Buffer.from([0, 1, 0, 1, 0, 0, 0, 0]),
          query.subarray(12, query.indexOf(Buffer.from([0, 16, 0, 1])) + 5),
          Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 1, 0, 0, 3, 200, 65, 66]),
        ]),
    ],
  ])('is not an answer: %s', async (_name, bytes) => {
    await expect(ask({ bytes }, hasty)).resolves.toHaveProperty('unanswered');
  });

  it('does not matter when the query is echoed: there is no record', async () => {
    await expect(ask({ bytes: (query) => query })).resolves.toEqual({ records: [] });
  });

  it('in any byte of an answer stops nothing', async () => {
    const replies: Buffer[] = [];
    await ask({ txt: ['v=DKIM1; p='], alias: 'other.example' });
    let turn = 0;
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) => {
        const name = `s${index}._domainkey.devcon.org`;
        dns.zone.set(name, {
          bytes: (query) => {
            turn += 1;
            const text = Buffer.from('v=DKIM1; p=');
            const answer = Buffer.concat([
              header(query),
              Buffer.from([0, 1, 0, 1, 0, 0, 0, 0]),
              query.subarray(12, query.indexOf(Buffer.from([0, 16, 0, 1])) + 5),
              Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 1, 0, 0, text.length + 1, text.length]),
              text,
            ]);
            const at = 2 + (turn % (answer.length - 2));
            answer[at] = (answer[at] ?? 0) ^ (1 << (turn % 8));
            replies.push(answer);
            return answer.subarray(0, turn % 3 === 0 ? at : answer.length);
          },
        });
        return hasty.txt(name);
      }),
    );
    expect(replies.length).toBeGreaterThanOrEqual(300);
    expect(answers.every((answer) => 'records' in answer || 'unanswered' in answer)).toBe(true);
    await expect(ask({ txt: ['still here'] }, hasty)).resolves.toEqual({ records: ['still here'] });
  });
});
