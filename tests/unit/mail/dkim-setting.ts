/** One mail, its signer and its look-up, for the tests of signature checks. */
import { verifyDkim } from '../../../mail/dkim/verify.ts';
import type { DkimResult } from '../../../mail/dkim/verdict.ts';
import { type SignOptions, bytes, signMail } from '../../support/mail/reference-signer.ts';
import { RSA_1024, type TestKey } from '../../support/mail/test-keys.ts';

export const HEADER = [
  'Received: from a by b; Mon, 11 Nov 2024 10:00:05 +0000',
  'Received: from c by a; Mon, 11 Nov 2024 10:00:00 +0000',
  'From: Devcon <tickets@devcon.org>',
  'To: robin@mail.example',
  'Subject: Your  ticket\r\n  for\tDevcon',
  'Date: Mon, 11 Nov 2024 10:00:00 +0000',
].join('\r\n');
const BODY = 'Hello,\r\n\r\nsee  you at the \tvenue. \r\n\r\n\r\n';
export const MAIL = `${HEADER}\r\n\r\n${BODY}`;
/** The date of the topmost Received, in seconds since the epoch. */
export const RECEIVED = Date.UTC(2024, 10, 11, 10, 0, 5) / 1000;

const { privateKey: key } = RSA_1024;
/** Signs as devcon.org, with the tags that a test wants. */
export const sign = (options: Partial<SignOptions> = {}, mail = MAIL): string =>
  signMail(mail, { key, ...options });

export const at = (seconds: number): Date => new Date(seconds * 1000);

/** Verifies with these records at `test._domainkey.devcon.org`. */
export function verify(
  mail: string,
  records: string[] = [RSA_1024.record],
  receivedAt?: Date,
): Promise<DkimResult[]> {
  const lookup = (name: string): Promise<string[]> =>
    Promise.resolve(name === 'test._domainkey.devcon.org' ? records : []);
  return verifyDkim(bytes(mail), lookup, receivedAt);
}

/** Status and reason of the topmost signature. */
export async function statusOf(mail: string, records?: string[], receivedAt?: Date): Promise<string> {
  const [result] = await verify(mail, records, receivedAt);
  return result ? `${result.status}${result.reason ? `: ${result.reason}` : ''}` : 'unsigned';
}

/** A record with these tags. */
export const record = (tags: string, { published }: TestKey = RSA_1024): string => `${tags}; p=${published}`;
