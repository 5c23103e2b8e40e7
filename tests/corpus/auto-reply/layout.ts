/**
 * What programs answer to the person's own mail. Help desks repeat it in full, often without any mark of quotation:
 * Zendesk below a line that asks to reply above it, Front and Freshdesk below a line of dashes, forms as "your message".
 */
import { type Draft, framed } from '../draft.ts';
import type { Sample } from '../sample.ts';

/** The headers by which an answer tells that a program wrote it (RFC 3834). */
export const HEADERS = {
  zendesk: {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'X-Mailer': 'Zendesk Mailer',
    'X-Zendesk-From-Account-Id': '5f31c2',
  },
  front: { 'Auto-Submitted': 'auto-replied', 'X-Front-Rule': 'auto-reply', Precedence: 'auto_reply' },
  freshdesk: { 'Auto-Submitted': 'auto-generated', 'X-FID': '20b7d1', 'X-Auto-Response-Suppress': 'All' },
  groups: { 'Auto-Submitted': 'auto-replied', 'X-Google-Loop': 'groups' },
  absence: { 'Auto-Submitted': 'auto-replied', 'X-Autoreply': 'yes', Precedence: 'bulk' },
  form: { 'Auto-Submitted': 'auto-generated' },
  daemon: { 'Auto-Submitted': 'auto-replied', 'X-Failed-Recipients': 'wendy@dwebcamp.org' },
} as const;

export function autoReply({ desk, ...draft }: Draft & { desk: keyof typeof HEADERS }): Sample {
  const answers = desk === 'form' ? {} : { 'In-Reply-To': '<CAJx7=7h2Lw9@mail.mail.example>' };
  return framed('auto-reply', { shape: 'text', ...draft }, { headers: { ...HEADERS[desk], ...answers } });
}
