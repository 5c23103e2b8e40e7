/** Makes the mail of a sample: every byte depends on the sample alone. */
import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import { EVENTS } from '../../catalog/events.ts';
import { ACCOUNT, type AttachedFile, type Sample } from './sample.ts';

const DAY_MS = 86_400_000;
/** So that the mails of one order come in their order. */
const DEFAULT_SENT_DAYS = { pending: -40, other: -30, negative: -20 } as const;
const MINUTES_OF_DAY = 1440;

/** The mail as RFC 5322 has it, with CRLF line ends, unsigned. */
export function renderSample(sample: Sample): Promise<Buffer> {
  const token = createHash('sha256').update(sample.id).digest('hex');
  const { from, to = ACCOUNT.address, cc, subject, text, html, headers = {}, attachments = [] } = sample;
  return new MailComposer({
    from,
    to,
    cc,
    subject,
    text,
    html,
    date: sentAt(sample),
    messageId: `<${token.slice(0, 32)}@${senderHost(from)}>`,
    headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
    attachments: attachments.map((file) => ({
      filename: file.name,
      contentType: file.type,
      content: contentOf(file),
    })),
    baseBoundary: token.slice(0, 16),
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

/**
 * When the sample was sent; the time of day depends on its id.
 *
 * @throws if the catalog has no such event
 */
export function sentAt({ id, event, kind, sent }: Sample): Date {
  const found = EVENTS.find(({ key }) => key === event);
  if (found === undefined) throw new Error(`${id}: the catalog has no event ${event}`);
  const minute = createHash('sha256').update(id).digest().readUInt16BE(0) % MINUTES_OF_DAY;
  const days = sent ?? DEFAULT_SENT_DAYS[kind === 'pending' || kind === 'negative' ? kind : 'other'];
  return new Date(Date.parse(`${found.starts}T00:00:00Z`) + days * DAY_MS + minute * 60_000);
}

function senderHost(from: string): string {
  return /@([\w.-]+)/.exec(from)?.[1] ?? 'mail.example';
}

function contentOf({ type, content }: AttachedFile): string {
  if (content !== undefined) return content;
  if (type === 'application/pdf') return '%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\n%%EOF\n';
  if (type === 'text/calendar') return 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n';
  return '\n';
}
