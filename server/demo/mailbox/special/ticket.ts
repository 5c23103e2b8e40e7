import type { MailComposerOptions } from 'nodemailer/lib/mail-composer';
import { OWNER } from '../draft.ts';
import type { Draft } from '../draft.ts';

type SpecialDraft = Omit<Draft, 'caseName' | 'receivedAt' | 'labels' | 'content'> & {
  /** ISO time of receipt. */
  at: string;
  labels?: Draft['labels'];
} & ({ mime: MailComposerOptions } | { raw: string | Uint8Array });

/** A special mail, addressed to the owner and in the inbox unless it says otherwise. */
export function special(caseName: string, draft: SpecialDraft): Draft {
  const { at, labels, ...rest } = draft;
  const content =
    'mime' in rest
      ? { mime: { to: [{ ...OWNER }], ...rest.mime } }
      : { raw: typeof rest.raw === 'string' ? Buffer.from(rest.raw) : rest.raw };
  const { dropHeaders, signatures, tamper, deliveredTo } = rest;
  return {
    caseName,
    receivedAt: Date.parse(at),
    labels: labels ?? ['INBOX', 'CATEGORY_UPDATES'],
    content,
    ...(dropHeaders ? { dropHeaders } : {}),
    ...(signatures ? { signatures } : {}),
    ...(tamper ? { tamper } : {}),
    ...(deliveredTo === undefined ? {} : { deliveredTo }),
  };
}
