/** One mail, its sealer and its look-up, for the tests of seals. */
import { verifyArc } from '../../../mail/arc/verify.ts';
import type { ArcResult } from '../../../mail/arc/verdict.ts';
import type { DkimLookup } from '../../../mail/dkim/key-trials.ts';
import { bytes, signMail } from '../../support/mail/reference-signer.ts';
import { type SealingOptions, sealedTimes, sealMail } from '../../support/mail/reference-sealer.ts';
import { RSA_1024, RSA_2048 } from '../../support/mail/test-keys.ts';

const HEADER = [
  'From: Devcon <tickets@devcon.org>',
  'To: robin@gmail.com',
  'Subject: Your  ticket\r\n  for\tDevcon',
  'Date: Mon, 11 Nov 2024 10:00:00 +0000',
  'Message-ID: <1@devcon.org>',
  'MIME-Version: 1.0',
].join('\r\n');
const BODY = 'Hello,\r\n\r\nsee  you at the \tvenue. \r\n\r\n\r\n';
/** Signed by its sender. */
export const SIGNED = signMail(`${HEADER}\r\n\r\n${BODY}`, { key: RSA_1024.privateKey });

const KEYS: Readonly<Record<string, string>> = { 'arc._domainkey.google.com': RSA_2048.record };
export const lookup: DkimLookup = (name) => Promise.resolve(KEYS[name] ?? []).then((key) => [key].flat());

const SEALER: SealingOptions = { key: RSA_2048.privateKey };
export const seal = (options: Partial<SealingOptions> = {}, mail = SIGNED): string =>
  sealMail(mail, { ...SEALER, ...options });
export const sealTimes = (count: number, options: Partial<SealingOptions> = {}, mail = SIGNED): string =>
  sealedTimes(mail, count, { ...SEALER, ...options });

export function verify(mail: string, keys: DkimLookup = lookup): Promise<ArcResult> {
  return verifyArc(bytes(mail), keys);
}

/** Status and reason of the chain, and those of the newest set: `pass`, `fail: …`. */
export async function statuses(mail: string, keys?: DkimLookup): Promise<[chain: string, newest: string]> {
  const { newest, ...chain } = await verify(mail, keys);
  return [told(chain), newest === null ? 'nothing' : told(newest)];
}

function told({ status, reason }: { status: string; reason?: string }): string {
  return reason === undefined ? status : `${status}: ${reason}`;
}
