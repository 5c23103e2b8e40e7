/**
 * A mail as Hi.Events sends it: a markdown mail of Laravel, once as text and once as HTML, with headings, a button and
 * the organiser's footer. Structure: `backend/resources/views/emails` of Hi.Events 1.
 */
import type { MailKind } from '../../../worker/records.ts';
import { deskOf } from '../event-desks.ts';
import { escaped, paragraphsAsHtml, paragraphsAsText } from '../html.ts';
import type { AttachedFile, Language, Sample } from '../sample.ts';

export interface TicketMail {
  state: string;
  language: Language;
  /** Tells two samples of the same state and language apart. */
  nr?: number;
  event: string;
  kind: MailKind;
  subject: string;
  /** The mail's own heading. */
  heading?: string;
  body: readonly string[];
  /** Label of the button, which leads to the order, the ticket or the event. */
  button?: string;
  order?: string;
  /** The organiser's text below every mail. */
  footer?: string;
  /** Sent by Hi.Events' own service. */
  hosted?: boolean;
  to?: string;
  cc?: string;
  headers?: Readonly<Record<string, string>>;
  attachments?: readonly AttachedFile[];
  sent?: number;
  note?: string;
}

export function hiEvents(mail: TicketMail): Sample {
  const { state, language, nr, event, kind, subject, attachments, sent, note, to, cc, order } = mail;
  const { title, host, domain } = deskOf(event);
  const support = `hello@${domain}`;
  return {
    id: `hi.events-${language}-${state}${nr === undefined ? '' : `-${nr}`}`,
    source: 'hi.events',
    language,
    state,
    event,
    from: mail.hosted ? '"Hi.Events" <noreply@hi.events>' : `${host} <${support}>`,
    ...(to === undefined ? {} : { to }),
    ...(cc === undefined ? {} : { cc }),
    headers: { 'Reply-To': support, ...mail.headers },
    subject,
    text: plainVersion(mail, title),
    html: htmlVersion(mail, title),
    ...(attachments === undefined ? {} : { attachments }),
    ...(sent === undefined ? {} : { sent }),
    kind,
    order: order ?? null,
    ...(note === undefined ? {} : { note }),
  };
}

function page({ event, order }: TicketMail): string {
  const { slug } = deskOf(event);
  return order === undefined
    ? `https://app.hi.events/event/482/${slug}`
    : `https://app.hi.events/checkout/482/o_${order.toLowerCase()}/summary`;
}

function plainVersion(mail: TicketMail, title: string): string {
  const { heading, body, button, footer } = mail;
  return [
    `${title}: https://app.hi.events`,
    ...(heading === undefined ? [] : [`# ${heading}`]),
    paragraphsAsText(body),
    ...(button === undefined ? [] : [`${button}: ${page(mail)}`]),
    ...(footer === undefined ? [] : [footer]),
    '© 2024 Hi.Events',
  ].join('\n\n');
}

function htmlVersion(mail: TicketMail, title: string): string {
  const { heading, body, button, footer } = mail;
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head>
<body style="box-sizing: border-box; font-family: -apple-system, 'Segoe UI', Roboto; background-color: #fff; color: #718096">
<table class="wrapper" width="100%" role="presentation"><tr><td align="center"><table class="content" width="100%">
<tr><td class="header" style="padding: 25px 0; text-align: center;"><a href="https://app.hi.events">${escaped(title)}</a></td></tr>
<tr><td class="body"><table class="inner-body" width="570" align="center"><tr><td class="content-cell" style="padding: 32px;">
${heading === undefined ? '' : `<h1>${escaped(heading)}</h1>\n`}${paragraphsAsHtml(body)}
${button === undefined ? '' : `<table class="action" align="center"><tr><td><a href="${page(mail)}" class="button button-primary" target="_blank">${escaped(button)}</a></td></tr></table>`}
${footer === undefined ? '' : paragraphsAsHtml([footer])}
</td></tr></table></td></tr>
<tr><td><table class="footer" align="center" width="570"><tr><td class="content-cell" align="center"><p style="color: #b0adc5; font-size: 12px;">© 2024 Hi.Events</p></td></tr></table></td></tr>
</table></td></tr></table></body></html>
`;
}
