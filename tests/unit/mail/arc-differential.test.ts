/**
 * Our verdict on chains compared with mailauth's, on generated mails that its sealer or ours sealed, many of them changed
 * afterwards. Both must agree on whether a mail has no chain, a good one, or a bad one.
 */
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { arc, createSeal } from 'mailauth/lib/arc/index.js';
import { expect, test } from 'vitest';
import { createRandom, type Random } from '../../../server/demo/mailbox/random.ts';
import { verifyArc } from '../../../mail/arc/verify.ts';
import { bytes } from '../../support/mail/reference-signer.ts';
import { sealMail } from '../../support/mail/reference-sealer.ts';
import {
  ED25519,
  OTHER_RSA,
  RSA_1024,
  RSA_2048,
  RSA_512,
  type TestKey,
} from '../../support/mail/test-keys.ts';
import { SIGNED } from './arc-setting.ts';

const SEALERS: [name: string, key: TestKey][] = [
  ['rsa2048', RSA_2048],
  ['rsa1024', RSA_1024],
  ['ed25519', ED25519],
];
const RECORDS = new Map(SEALERS.map(([name, { record }]) => [`${name}._domainkey.google.com`, record]));
// Published under names that no mail bears, until a change puts one there.
RECORDS.set('weak._domainkey.google.com', RSA_512.record);
RECORDS.set('other._domainkey.google.com', OTHER_RSA.record);

const HEADERS = [
  'to:subject:from:date',
  'from:subject:mime-version:dkim-signature',
  'from:from:to:cc:subject',
];
const RESULTS = [
  'none',
  'dkim=pass header.i=@devcon.org header.s=test',
  'spf=fail (a; b) smtp.mailfrom="a b"@x',
];

/** The mail with one more set, by mailauth's sealer or the slow one. */
async function withSet(random: Random, mail: string, instance: number): Promise<string> {
  const [selector, key] = random.pick(SEALERS);
  const headerList = random.pick(HEADERS);
  const authResults = `mx.google.com; ${random.pick(RESULTS)}`;
  const cv = instance === 1 ? 'none' : random.chance(0.95) ? 'pass' : random.pick(['fail', 'none']);
  if (random.chance(0.5)) {
    const { headers } = await createSeal(Buffer.from(mail, 'latin1'), {
      seal: {
        i: instance,
        signingDomain: 'google.com',
        selector,
        privateKey: key.pem,
        headerList,
        authResults,
        cv,
        signTime: new Date('2024-11-11T10:00:00Z'),
      },
    });
    if (headers.length > 0) return `${headers.join('\r\n')}\r\n${mail}`;
  }
  const sealed = { key: key.privateKey, selector, instance, cv, h: headerList };
  return sealMail(mail, { ...sealed, results: authResults.replace('mx.google.com; ', '') });
}

type Change = [name: string, change: (mail: string, random: Random) => string];

const line = (mail: string, name: RegExp): string => name.exec(mail)?.[0] ?? '';
const SEAL = /^ARC-Seal:.*(?:\r\n[ \t].*)*\r\n/m;
const MESSAGE = /^ARC-Message-Signature:.*(?:\r\n[ \t].*)*\r\n/m;
const TOLD = /^ARC-Authentication-Results:.*(?:\r\n[ \t].*)*\r\n/m;

const CHANGES: Change[] = [
  ['nothing', (mail) => mail],
  ['nothing', (mail) => mail],
  ['nothing', (mail) => mail],
  ['line ends', (mail) => mail.replaceAll('\r\n', '\n')],
  ['a header on top', (mail) => `X-A: 1\r\n${mail}`],
  ['the subject', (mail) => mail.replace('Your  ticket', 'My ticket')],
  ['the body', (mail) => mail.replace('see  you', 'meet you')],
  ['space in the body', (mail) => mail.replace('see  you', 'see you')],
  ['the newest seal gone', (mail) => mail.replace(SEAL, '')],
  ['a message signature gone', (mail) => mail.replace(MESSAGE, '')],
  ['results gone', (mail) => mail.replace(TOLD, '')],
  ['a seal twice', (mail) => line(mail, SEAL) + mail],
  ['results twice', (mail) => line(mail, TOLD) + mail],
  ['cv=', (mail) => mail.replace(/cv=\w+/, 'cv=pass')],
  ['cv= fail', (mail) => mail.replace(/cv=\w+/, 'cv=fail')],
  ['an instance', (mail, random) => mail.replace(/\bi=\d/, `i=${random.between(0, 60)}`)],
  ['a result', (mail) => mail.replace('mx.google.com; ', 'mx.google.com; arc=pass; ')],
  ['a letter of b=', (mail) => mail.replace(/( b=[^;]{9})./, (_, start: string) => `${start}A`)],
  ['a letter of bh=', (mail) => mail.replace(/( bh=.{5})./, (_, start: string) => `${start}A`)],
  ['t=', (mail) => mail.replace(/ t=(\d+)/, (_, time: string) => ` t=${Number(time) + 1}`)],
  ['h= shorter', (mail) => mail.replace(/ h=([^;:]+):[^;:]+/, ' h=$1')],
  ['a key that is too small', (mail) => mail.replace(/ s=\w+/, ' s=weak')],
  ['another key', (mail) => mail.replace(/ s=\w+/, ' s=other')],
  ['no key', (mail) => mail.replace(/ s=\w+/, ' s=nowhere')],
  ['another sealer', (mail) => mail.replace('d=google.com', 'd=google.example')],
  ['order of headers', (mail) => mail.replace(SEAL, '').replace('From:', `${line(mail, SEAL)}From:`)],
  ['h= in a seal', (mail) => mail.replace(/^(ARC-Seal: i=\d;)/m, '$1 h=from;')],
];

/** mailauth's word on the chain, in strict mode. */
async function judgedByMailauth(raw: Uint8Array): Promise<string> {
  const resolver = (name: string): Promise<string[][]> => {
    const found = RECORDS.get(name.toLowerCase());
    return found === undefined ? Promise.reject(new Error('ENOTFOUND')) : Promise.resolve([[found]]);
  };
  const checked = await dkimVerify(Buffer.from(raw), { strict: true, resolver });
  const options = { strict: true, resolver, minBitLength: 1024 };
  const data = (checked as unknown as { arc: Parameters<typeof arc>[0] }).arc;
  const { status } = await arc(data, options);
  return status.result;
}

const CHAINS = Number(process.env['WAYSTAMP_ARC_CHAINS'] ?? 600);

test(
  `${CHAINS} generated chains get mailauth's verdicts`,
  async () => {
    const tally: Record<string, number> = {};
    const disagreements: unknown[] = [];
    for (let seed = 1; seed <= CHAINS; seed += 1) {
      const random = createRandom(`chain ${seed}`);
      let mail = SIGNED;
      const count = random.between(0, 4);
      for (let instance = 1; instance <= count; instance += 1) mail = await withSet(random, mail, instance);
      const [name, change] = random.pick(CHANGES);
      const raw = bytes(change(mail, random));
      const ours = await verifyArc(raw, (at) => Promise.resolve([RECORDS.get(at) ?? []].flat()));
      const theirs = await judgedByMailauth(raw);
      // mailauth has one word for everything that is wrong.
      const word = ['pass', 'none'].includes(ours.status) ? ours.status : 'fail';
      if (word !== theirs) disagreements.push({ seed, count, name, ours, theirs });
      tally[word] = (tally[word] ?? 0) + 1;
    }
    expect(disagreements).toEqual([]);
    for (const word of ['pass', 'fail', 'none']) expect(tally[word]).toBeGreaterThan(CHAINS / 10);
  },
  60_000 + CHAINS * 100,
);
