import { createHash } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { MailComposerOptions } from 'nodemailer/lib/mail-composer';
import { OWNER } from './draft.ts';
import type { Draft, MailTexts, MailboxMail, SignaturePlan } from './draft.ts';
import type { Keyring } from './keyring.ts';

const USUAL_SIGNED_HEADERS =
  'from to subject date message-id mime-version content-type content-transfer-encoding'.split(' ');
/** Default time between signing and arrival of a mail, in milliseconds. */
const TRANSIT_MS = 4_000;

/**
 * Composes, signs and delivers a draft. Every byte depends on the draft and the seed only; dates, boundaries and
 * message ids are the draft's own.
 *
 * @param serial tells two equal drafts apart; part of boundary and Message-ID
 */
export async function deliver(draft: Draft, serial: string, keyring: Keyring): Promise<MailboxMail> {
  const sentAt = draft.receivedAt - (draft.transitMs ?? TRANSIT_MS);
  let raw =
    'raw' in draft.content
      ? Buffer.from(draft.content.raw)
      : await compose(draft.content.mime, sentAt, serial, draft.dropHeaders ?? []);
  let signatures = '';
  for (const plan of draft.signatures ?? [])
    signatures = (await sign(raw, plan, sentAt, keyring)) + signatures;
  raw = Buffer.concat([Buffer.from(signatures, 'latin1'), raw]);
  if (draft.tamper) raw = draft.tamper(raw);
  const deliveredTo = draft.deliveredTo === undefined ? OWNER.address : draft.deliveredTo;
  if (deliveredTo !== null) raw = Buffer.concat([trace(deliveredTo, draft.receivedAt, serial), raw]);
  const { caseName, receivedAt, labels } = draft;
  const texts = draft.tamper === undefined ? textsOf(draft) : null;
  return { caseName, receivedAt, labels, raw, ...(texts === null ? {} : { texts }) };
}

/** The texts of a draft that has only texts; null for one with files, or given byte for byte. */
function textsOf({ content }: Draft): MailTexts | null {
  if ('raw' in content) return null;
  const { text: plain = '', html = '', attachments, alternatives, icalEvent } = content.mime;
  if (typeof plain !== 'string' || typeof html !== 'string') return null;
  return (attachments ?? alternatives ?? icalEvent) === undefined ? { plain, html } : null;
}

async function compose(
  mime: MailComposerOptions,
  sentAt: number,
  serial: string,
  dropHeaders: readonly string[],
): Promise<Buffer> {
  const token = digest(serial);
  const domain = /@([\w.-]+)/.exec(JSON.stringify(mime.from ?? ''))?.[1] ?? 'mail.example';
  const raw = await new MailComposer({
    date: new Date(sentAt),
    messageId: `<${token}@${domain}>`,
    ...mime,
    baseBoundary: token.slice(0, 16),
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  return dropHeaders.reduce(withoutHeader, raw);
}

async function sign(raw: Buffer, plan: SignaturePlan, sentAt: number, keyring: Keyring): Promise<string> {
  const { domain, selector, pem } = keyring.signingKey(plan.key);
  const identity = { signingDomain: domain, selector, privateKey: pem };
  const expires = plan.expiresAfter === undefined ? undefined : new Date(sentAt + plan.expiresAfter * 1000);
  const signed = await dkimSign(raw, {
    canonicalization: plan.canonicalization ?? 'relaxed/relaxed',
    ...(plan.algorithm ? { algorithm: plan.algorithm } : {}),
    signTime: new Date(sentAt),
    ...(expires ? { expires } : {}),
    headerList: [...(plan.headers ?? USUAL_SIGNED_HEADERS)],
    ...identity,
    signatureData: [
      {
        ...identity,
        ...(plan.bodyLength === undefined ? {} : { maxBodyLength: plan.bodyLength }),
      },
    ],
  });
  const [error] = signed.errors;
  if (error) throw new Error(`A demo mail could not be signed for ${domain}`, { cause: error.err });
  return signed.signatures;
}

/** The lines that the receiving server adds on top. */
function trace(deliveredTo: string, receivedAt: number, serial: string): Buffer {
  const date = new Date(receivedAt).toUTCString().replace('GMT', '+0000');
  return Buffer.from(
    `Delivered-To: ${deliveredTo}\r\n` +
      `Received: by mx.mail.example with ESMTPS id ${digest(`${serial}/trace`).slice(0, 14)}\r\n` +
      `        for <${deliveredTo}>; ${date}\r\n`,
  );
}

/** The mail without every header field of this name (with its continuation lines). */
export function withoutHeader(raw: Buffer, name: string): Buffer {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.subarray(0, end + 2).toString('latin1');
  const field = new RegExp(`^${name}:[^\\r\\n]*\\r\\n(?:[ \\t][^\\r\\n]*\\r\\n)*`, 'gim');
  return Buffer.concat([Buffer.from(head.replace(field, ''), 'latin1'), raw.subarray(end + 2)]);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
