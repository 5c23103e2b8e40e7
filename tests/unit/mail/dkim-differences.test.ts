/** The intended differences between mailauth 7 (in strict mode) and our verifier, each with the reason. */
import { expect, test } from 'vitest';
import { verifyDkim } from '../../../mail/dkim/verify.ts';
import { type Outcome, askMailauth, outcomeOf } from './mailauth.ts';
import { type SignOptions, bytes, signMail } from '../../support/mail/reference-signer.ts';
import { OTHER_RSA, RSA_1024 } from '../../support/mail/test-keys.ts';

const MAIL = 'From: Devcon <a@devcon.org>\r\nTo: x@mail.example\r\nSubject: Hi\r\nDate: now\r\n\r\nHello\r\n';
const RECEIVED_AT = new Date('2024-11-11T10:00:00Z');
const WEEK = 7 * 24 * 60 * 60;

interface Difference {
  name: string;
  sign?: Partial<SignOptions>;
  change?: (mail: string) => string;
  records?: string[];
  ours: Outcome;
  theirs: Outcome;
}

const DIFFERENCES: Difference[] = [
  {
    // mailauth reports this in `signatureTimeValid` only. A signer whose clock is ahead cannot be trusted.
    name: 'mailauth passes a signature from the future; we refuse one beyond a day of clock drift',
    sign: { tags: { t: `${RECEIVED_AT.getTime() / 1000 + WEEK}` } },
    ours: 'unusable',
    theirs: 'pass',
  },
  {
    name: 'mailauth accepts an l= beyond the end of the body; RFC 6376 3.5 forbids it',
    sign: { tags: { l: '1000' } },
    ours: 'unusable',
    theirs: 'pass',
  },
  {
    // The key archive holds every key that a selector ever had, so the first one is not always the right one.
    name: 'mailauth reads only the first of several records; RFC 6376 3.6.2.2 leaves the choice, and we try each',
    records: [OTHER_RSA.record, RSA_1024.record],
    ours: 'pass',
    theirs: 'fail',
  },
  {
    // The domain's owner still published this record. Both refuse records of other versions.
    name: 'mailauth refuses a record whose v= is not its first tag (RFC 6376 3.6.1); we accept it',
    records: [`k=rsa; v=DKIM1; p=${RSA_1024.published}`],
    ours: 'pass',
    theirs: 'unusable',
  },
  {
    // Only the domain of i= matters (RFC 6376 6.1.1). Who signed within it does not.
    name: 'mailauth refuses an i= whose local part is invalid in RFC 5321; we do not read that part',
    sign: { tags: { i: 'joe=20joe@devcon.org' } },
    ours: 'pass',
    theirs: 'unusable',
  },
  {
    // RFC 6376 3.5: h= cannot name the signature being checked, so here it names an absent header.
    name: 'mailauth counts the signature itself as a field when h= names DKIM-Signature; we do not',
    sign: { tags: { h: 'From:Subject:DKIM-Signature' } },
    ours: 'pass',
    theirs: 'fail',
  },
  {
    // RFC 6376 2.10: b= is base64 and white space. The signer wrote nothing else there.
    name: 'mailauth skips characters outside base64 in b=; we call it malformed',
    change: (mail) => mail.replace('\r\nFrom:', '\r\n =?utf-8?Q?a?=\r\nFrom:'),
    ours: 'unusable',
    theirs: 'pass',
  },
  {
    name: 'mailauth calls an empty b= a wrong signature; we call it a missing one (RFC 6376 3.5)',
    sign: { tags: { b: '' } },
    ours: 'unusable',
    theirs: 'fail',
  },
  {
    // Only the order of the checks differs. Neither accepts rsa-sha1.
    name: 'mailauth hashes the body of an rsa-sha1 signature before it refuses it; we refuse it at once',
    sign: { tags: { a: 'rsa-sha1', bh: 'AAAA' } },
    ours: 'policy',
    theirs: 'fail',
  },
  {
    // A body may be large, and a signature whose key is unknown is not worth hashing it.
    name: 'mailauth hashes the body before it looks up the key; we hash no body without a key',
    sign: { tags: { bh: 'AAAA' } },
    records: [],
    ours: 'unusable',
    theirs: 'fail',
  },
];

test.each(DIFFERENCES)('$name', async ({ sign, change, records, ours, theirs }) => {
  const signed = signMail(MAIL, { key: RSA_1024.privateKey, ...sign });
  const raw = bytes(change?.(signed) ?? signed);
  const published = records ?? [RSA_1024.record];
  const results = await verifyDkim(raw, () => Promise.resolve(published), RECEIVED_AT);
  expect(results.map(outcomeOf)).toEqual([ours]);
  expect(await askMailauth(raw, () => published[0], RECEIVED_AT)).toEqual([theirs]);
});
