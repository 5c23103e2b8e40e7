/** Where mailauth 7 (in its strict mode) and our verifier are meant to differ, each with the reason. */
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
    // It notes that in `signatureTimeValid` only. A date in the future is a clock that cannot be trusted.
    name: 'mailauth passes a signature from the future; we do not believe one, beyond a day of clock drift',
    sign: { tags: { t: `${RECEIVED_AT.getTime() / 1000 + WEEK}` } },
    ours: 'unusable',
    theirs: 'pass',
  },
  {
    name: 'mailauth takes an l= beyond the end of the body; RFC 6376 3.5 forbids it',
    sign: { tags: { l: '1000' } },
    ours: 'unusable',
    theirs: 'pass',
  },
  {
    // The archive of old keys holds every key that a selector ever had, so the first is not always the right one.
    name: 'mailauth reads the first of several records only; RFC 6376 3.6.2.2 leaves the choice, we try each',
    records: [OTHER_RSA.record, RSA_1024.record],
    ours: 'pass',
    theirs: 'fail',
  },
  {
    // Such a record is no less its owner's word; records of other versions are refused by both.
    name: 'mailauth refuses a record whose v= is not its first tag (RFC 6376 3.6.1); we take it',
    records: [`k=rsa; v=DKIM1; p=${RSA_1024.published}`],
    ours: 'pass',
    theirs: 'unusable',
  },
  {
    // Only the domain of i= decides something (RFC 6376 6.1.1); who signed within it is not our question.
    name: 'mailauth refuses an i= whose local part is no RFC 5321 one; we do not read it',
    sign: { tags: { i: 'joe=20joe@devcon.org' } },
    ours: 'pass',
    theirs: 'unusable',
  },
  {
    // RFC 6376 3.5: h= cannot name the signature that is being checked, so this one is a header that is absent.
    name: 'mailauth counts a signature itself among the fields when h= names DKIM-Signature; we do not',
    sign: { tags: { h: 'From:Subject:DKIM-Signature' } },
    ours: 'pass',
    theirs: 'fail',
  },
  {
    // RFC 6376 2.10: b= is base64 and white space; what else stands there was not written by the signer.
    name: 'mailauth passes over what is no base64 in b=; we call it malformed',
    change: (mail) => mail.replace('\r\nFrom:', '\r\n =?utf-8?Q?a?=\r\nFrom:'),
    ours: 'unusable',
    theirs: 'pass',
  },
  {
    name: 'mailauth calls an empty b= a wrong signature; for us it is a missing one (RFC 6376 3.5)',
    sign: { tags: { b: '' } },
    ours: 'unusable',
    theirs: 'fail',
  },
  {
    // The order in which both ask; neither lets rsa-sha1 pass.
    name: 'mailauth hashes the body of an rsa-sha1 signature before it refuses it; we refuse it at once',
    sign: { tags: { a: 'rsa-sha1', bh: 'AAAA' } },
    ours: 'policy',
    theirs: 'fail',
  },
  {
    // A body may be large: whoever names a key that nobody knows is not worth the time.
    name: 'mailauth hashes the body before it asks for the key; we hash none without a key',
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
