import type { MailComposerOptions } from 'nodemailer/lib/mail-composer';
import { OWNER } from '../draft.ts';
import type { Draft } from '../draft.ts';

type SpecialDraft = Omit<Draft, 'caseName' | 'receivedAt' | 'labels' | 'content'> & {
  /** ISO time of receipt. */
  at: string;
  labels?: Draft['labels'];
} & ({ mime: MailComposerOptions } | { raw: Uint8Array });

/** A special mail, by default addressed to the owner and in the inbox. */
export function special(caseName: string, draft: SpecialDraft): Draft {
  const common = {
    ...draft,
    caseName,
    receivedAt: Date.parse(draft.at),
    labels: draft.labels ?? (['INBOX', 'CATEGORY_UPDATES'] as const),
  };
  const content = 'mime' in draft ? { mime: { to: [{ ...OWNER }], ...draft.mime } } : { raw: draft.raw };
  return { ...common, content };
}

/**
 * A mail byte for byte, for what a composer would not write. Strings are UTF-8; header lines end with CRLF, and an
 * empty line separates them from the body.
 */
export function rawMail(headers: readonly (string | Uint8Array)[], body: string | Uint8Array): Uint8Array {
  const lines = headers.flatMap((line) => [Buffer.from(line), Buffer.from('\r\n')]);
  return Buffer.concat([...lines, Buffer.from('\r\n'), Buffer.from(body)]);
}

/** The text with CRLF line ends, as a raw body needs it. */
export function crlf(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}
