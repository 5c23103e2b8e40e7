/**
 * Generated mails for the differential test, signed by mailauth (or by the reference signer, for tags that mailauth
 * would not write) and then tampered with.
 */
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { createRandom } from '../../../server/demo/mailbox/random.ts';
import type { Random } from '../../../server/demo/mailbox/random.ts';
import { oddTags } from './odd-tags.ts';
import { publish } from './published-keys.ts';
import { signMail } from '../../support/mail/reference-signer.ts';
import { ED25519, RSA_1024, RSA_2048, RSA_512, type TestKey } from '../../support/mail/test-keys.ts';

export interface SignedMail {
  raw: Uint8Array;
  /** How the mail was made, for the message of a failing test. */
  story: string[];
  /** TXT records by name in lower case. */
  records: Map<string, string[]>;
  receivedAt: Date;
}

const KEYS: [string, TestKey][] = [
  ['rsa2048', RSA_2048],
  ['rsa1024', RSA_1024],
  ['ed25519', ED25519],
  ['rsa512', RSA_512],
];
const RECEIVED_AT = new Date('2024-11-11T10:00:00Z');
const HOUR = 3_600_000;
const utf8 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

function value(random: Random): string {
  const words = [
    'Devcon',
    'your',
    'ticket',
    utf8('Grüße'),
    utf8('チケット'),
    '\u00E9',
    '=?utf-8?Q?a_b?=',
    'x;y',
    'b=1',
  ];
  const gaps = [' ', ' ', '  ', '\t', '\r\n ', '\r\n\t ', ' \r\n  '];
  let text = '';
  for (let count = random.between(1, 6); count > 0; count -= 1)
    text += random.pick(words) + random.pick(gaps);
  return random.chance(0.5) ? text.trimEnd() : text.replace(/\r\n[ \t]*$/, '');
}

function header(random: Random): string {
  const fields = [
    `From: ${random.pick(['Devcon <a@devcon.org>', '"A, B"\r\n <a@devcon.org>', 'a@devcon.org'])}`,
    `To:${random.pick([' ', '', '\t'])}robin@mail.example`,
    `${random.pick(['Subject', 'subject', 'SUBJECT'])}${random.pick([':', ': ', ' : ', ':\r\n '])}${value(random)}`,
    `Date: Mon, 11 Nov 2024 10:00:00 +0000`,
    `Message-ID: <${random.between(0, 999_999_999)}@devcon.org>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
  ];
  for (let count = random.between(0, 2); count > 0; count -= 1) {
    fields.splice(
      random.between(0, fields.length - 1),
      0,
      `${random.pick(['X-A', 'Received', 'To', 'Subject'])}: ${value(random)}`,
    );
  }
  return fields.join('\r\n');
}

function body(random: Random): string {
  const pieces = [
    'Hello',
    ' ',
    '  ',
    '\t',
    '\r\n',
    '\r\n',
    '\r\n\r\n',
    ' \r\n',
    '\t\r\n',
    '\r',
    '\n',
    '.',
    '--x',
    '\0',
    utf8('Grüße'),
  ];
  let text = '';
  for (let count = random.between(0, 39); count > 0; count -= 1) text += random.pick(pieces);
  return text + random.pick(['', '\r\n', '\r\n\r\n\r\n', ' ', '\t\r\n']);
}

const HEADER_LISTS = [
  'From:Subject:To:Date',
  'From:From:Subject:Subject:To:Cc:Date:Message-ID',
  'From:Date',
  'from : subject : x-a : x-a : received',
  'From:To',
];

/** Puts one signature on top. */
async function signed(
  random: Random,
  mail: string,
  story: string[],
  records: Map<string, string[]>,
): Promise<string> {
  const [name, key] = random.pick(random.chance(0.95) ? KEYS.slice(0, 3) : KEYS);
  const canonicalization = `${random.pick(['simple', 'relaxed'])}/${random.pick(['simple', 'relaxed'])}`;
  const signingDomain = random.pick(['devcon.org', 'DevCon.org', 'mail.devcon.org']);
  const headerList = random.pick(HEADER_LISTS);
  const published = publish(random, key);
  records.set(`${name}._domainkey.${signingDomain.toLowerCase()}`, published);
  story.push(`${name} ${canonicalization} d=${signingDomain} h=${headerList}`, ...published);
  if (random.chance(0.3)) {
    const odd = oddTags(random, signingDomain, RECEIVED_AT.getTime() / 1000);
    story.push(JSON.stringify(odd));
    const tags = { c: canonicalization, d: signingDomain, s: name, h: headerList, ...odd };
    return signMail(mail, { key: key.privateKey, tags });
  }
  return signedByMailauth(random, mail, { name, key, canonicalization, signingDomain, headerList });
}

interface Signer {
  name: string;
  key: TestKey;
  canonicalization: string;
  signingDomain: string;
  headerList: string;
}

async function signedByMailauth(
  random: Random,
  mail: string,
  { name, key, canonicalization, signingDomain, headerList }: Signer,
): Promise<string> {
  const signTime = new Date(RECEIVED_AT.getTime() - random.between(0, 47) * HOUR);
  const limited = random.chance(0.15);
  const expires = random.chance(0.2)
    ? new Date(signTime.getTime() + random.between(1, 60) * HOUR + 60_000)
    : undefined;
  const identity = random.chance(0.2) ? `joe@${random.pick(['', 'sub.'])}${signingDomain}` : undefined;
  const signer = {
    signingDomain,
    selector: name,
    privateKey: key.pem,
    canonicalization,
    ...(limited && { maxBodyLength: random.between(0, 29) }),
    ...(identity !== undefined && { identity }),
  };
  const { signatures, errors } = await dkimSign(Buffer.from(mail, 'latin1'), {
    ...signer,
    headerList,
    signTime,
    ...(expires && { expires }),
    signatureData: [signer],
  });
  if (signatures === '') throw new Error(`not signed: ${JSON.stringify(errors)}`);
  return signatures + mail;
}

type Tampering = [name: string, change: (mail: string, random: Random) => string];

/** Ways to tamper at random places of the header or the body. The empty line between them stays. */
const TAMPERINGS: Tampering[] = [
  ['none', (mail) => mail],
  ['none', (mail) => mail],
  ['none', (mail) => mail],
  ['LF line ends', (mail) => mail.replaceAll('\r\n', '\n')],
  ['text after the body', (mail) => `${mail}more`],
  ['line ends after the body', (mail) => `${mail}\r\n\r\n`],
  ['a letter of the body', (mail) => mail.replace(/(\r\n\r\n[^]*)Hello/, '$1Hallo')],
  ['space in the body', (mail) => mail.replace(/(\r\n\r\n[^]*) /, '$1\t ')],
  ['space in the subject', (mail) => mail.replace(/^(subject[ \t]*:.*) /im, '$1  ')],
  ['case of the subject', (mail) => mail.replace(/^(subject[ \t]*:.*)Devcon/im, '$1devcon')],
  ['case of a name', (mail) => mail.replace(/^To:/m, 'TO:')],
  ['a Subject on top', (mail) => `Subject: forged\r\n${mail}`],
  ['a From on top', (mail) => `From: x@forged.example\r\n${mail}`],
  ['a Subject below', (mail) => mail.replace('\r\n\r\n', '\r\nSubject: forged\r\n\r\n')],
  ['an X-A below', (mail) => mail.replace('\r\n\r\n', '\r\nX-A: forged\r\n\r\n')],
  ['To gone', (mail) => mail.replace(/^To:.*\r\n/m, '')],
  ['a line that is no field', (mail) => mail.replace(/^Date:/m, 'no field\r\nDate:')],
  ['the signature folded anew', (mail) => mail.replace(/; h=/, ';\r\n\t h=')],
  ['a letter of b=', (mail) => mail.replace(/( b=[^;]{9})./, (_, start: string) => `${start}A`)],
  ['a letter of bh=', (mail) => mail.replace(/( bh=.{5})./, (_, start: string) => `${start}A`)],
  ['d=', (mail) => mail.replace(/ d=[^;]+;/, ' d=ethcc.io;')],
  ['h= shorter', (mail) => mail.replace(/ h=([^;:]+):[^;:]+/, ' h=$1')],
  ['t= later', (mail) => mail.replace(/ t=(\d+)/, (_, time: string) => ` t=${Number(time) + 1}`)],
  ['b= gone', (mail) => mail.replace(/ b=[A-Za-z0-9+/= \r\n]+/, ' ')],
  ['v=2', (mail) => mail.replace('v=1;', 'v=2;')],
  ['a tag twice', (mail) => mail.replace('v=1;', 'v=1; s=x;')],
  ['an unknown tag', (mail) => mail.replace('v=1;', 'v=1; zz=b=x;')],
];

/** One mail of a series. The same seed gives the same mail, except for the keys, which each run makes anew. */
export async function generateSignedMail(seed: number): Promise<SignedMail> {
  const random = createRandom(`signed mail ${seed}`);
  const story: string[] = [];
  const records = new Map<string, string[]>();
  let mail = `${header(random)}\r\n\r\n${body(random)}`;
  for (let count = random.chance(0.2) ? 2 : 1; count > 0; count -= 1)
    mail = await signed(random, mail, story, records);
  const [name, change] = random.pick(TAMPERINGS);
  mail = change(mail, random);
  story.push(`tampered: ${name}`);
  return { raw: new Uint8Array(Buffer.from(mail, 'latin1')), story, records, receivedAt: RECEIVED_AT };
}
