/**
 * A mail as pretix sends it: the organiser's text, a signature, and below it why the mail came, with the order's page;
 * in HTML the same with a table of the order. Structure and headers: `pretix/base/services/mail.py` and
 * `pretixbase/email/order_details.html` of pretix 2024.
 */
import { createHash } from 'node:crypto';
import type { MailKind } from '../../../worker/records.ts';
import { daysOf, deskOf } from '../event-desks.ts';
import { escaped, paragraphsAsHtml, paragraphsAsText } from '../html.ts';
import type { AttachedFile, Language, Sample } from '../sample.ts';
import { SHOP_WORDS } from './words.ts';

export interface ShopMail {
  state: string;
  language: Language;
  /** Tells two samples of the same state and language apart. */
  nr?: number;
  event: string;
  kind: MailKind;
  subject: string;
  /** The organiser's text. */
  body: readonly string[];
  /** The code of the order that the mail belongs to; the table and the footer show it. */
  code?: string;
  /** What was ordered, with the attendee's name where the shop asks for it; not shown when empty. */
  items?: readonly string[];
  /** Address of whoever ordered, in a mail to an attendee. */
  orderedBy?: string;
  /** Sent from pretix.eu for a shop without a mail domain of its own. */
  hosted?: boolean;
  /** Sent by hand to a group of orders: not marked as automatic. */
  byHand?: boolean;
  /** Address line of the sender when it is another one. */
  from?: string;
  to?: string;
  cc?: string;
  headers?: Readonly<Record<string, string>>;
  /** Below the text in every mail of the shop. */
  signature?: string;
  attachments?: readonly AttachedFile[];
  /** No HTML version. */
  plain?: boolean;
  sent?: number;
  note?: string;
}

export function pretix(mail: ShopMail): Sample {
  const { state, language, nr, event, kind, subject, code, attachments, sent, note, to, cc } = mail;
  const desk = deskOf(event);
  const id = `pretix-${language}-${state}${nr === undefined ? '' : `-${nr}`}`;
  const contact = `tickets@${desk.domain}`;
  const from =
    mail.from ?? (mail.hosted ? `"${desk.title}" <noreply@pretix.eu>` : `"${desk.title}" <${contact}>`);
  return {
    id,
    source: 'pretix',
    language,
    state,
    event,
    from,
    ...(to === undefined ? {} : { to }),
    ...(cc === undefined ? {} : { cc }),
    headers: {
      ...(mail.byHand
        ? {}
        : { 'X-Auto-Response-Suppress': 'OOF, NRN, AutoReply, RN', 'Auto-Submitted': 'auto-generated' }),
      'X-Mailer': 'pretix',
      'X-PX-Correlation': correlation(id),
      ...(mail.hosted ? { 'Reply-To': contact } : {}),
      ...mail.headers,
    },
    subject,
    text: plainVersion(mail),
    ...(mail.plain ? {} : { html: htmlVersion(mail) }),
    ...(attachments === undefined ? {} : { attachments }),
    ...(sent === undefined ? {} : { sent }),
    kind,
    order: code ?? null,
    ...(note === undefined ? {} : { note }),
  };
}

/** A ticket as PDF. */
export function ticketFile(event: string, code: string): AttachedFile {
  return { name: `${deskOf(event).slug.toUpperCase()}-${code}.pdf`, type: 'application/pdf' };
}

function shopPage({ event, hosted }: ShopMail): string {
  const { slug, domain } = deskOf(event);
  return hosted ? `https://pretix.eu/${domain.split('.')[0]}/${slug}/` : `https://tickets.${domain}/${slug}/`;
}

function orderPage(mail: ShopMail, code: string): string {
  const secret = createHash('sha256').update(`${mail.event}/${code}`).digest('hex').slice(0, 16);
  const page = mail.orderedBy === undefined ? `order/${code}` : `ticket/${code}/1`;
  return `${shopPage(mail)}${page}/${secret}/`;
}

function plainVersion(mail: ShopMail): string {
  const { body, code, language, event, orderedBy, signature } = mail;
  const words = SHOP_WORDS[language];
  const { title } = deskOf(event);
  const why = (orderedBy === undefined ? words.ordered : words.orderedFor)(title);
  return [
    paragraphsAsText(body),
    ...(signature === undefined ? [] : [`-- \n${signature}`]),
    ...(code === undefined ? [] : [`-- \n${why}\n${words.page}\n${orderPage(mail, code)}`]),
  ].join('\n\n');
}

function htmlVersion(mail: ShopMail): string {
  const { body, language, event, subject, signature } = mail;
  const { title } = deskOf(event);
  const rtl = language === 'ar' || language === 'he' ? ' dir="rtl"' : '';
  return `<!DOCTYPE html>
<html${rtl}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<style type="text/css">body { background: #e8e8e8; font-family: "Open Sans", Helvetica, Arial, sans-serif } table.layout { max-width: 600px; margin: auto; background: #fff } .order-details td { vertical-align: top }</style></head>
<body${rtl}><table class="layout" width="600" cellspacing="0" border="0">
<tr><td class="header" align="center"><h2><a href="${shopPage(mail)}" target="_blank">${escaped(title)}</a></h2><h1>${escaped(subject)}</h1></td></tr>
<tr><td class="containertd"><div class="content">
${paragraphsAsHtml(body)}
</div></td></tr>${orderTable(mail)}
${signature === undefined ? '' : `<tr><td class="signature">${paragraphsAsHtml([signature])}</td></tr>`}
</table><div class="footer">powered by <a href="https://pretix.eu">pretix</a></div></body></html>
`;
}

function orderTable(mail: ShopMail): string {
  const { code, language, event, items = [], orderedBy } = mail;
  if (code === undefined) return '';
  const words = SHOP_WORDS[language];
  const { title, host, place, domain } = deskOf(event);
  const why = (orderedBy === undefined ? words.ordered : words.orderedFor)(title);
  const row = (label: string, cell: string): string =>
    `<tr><td><strong>${label}</strong></td><td>${cell}</td></tr>`;
  const rows = [
    row(words.event, `${escaped(title)}<br>${daysOf(event, language)}<br>${escaped(place)}`),
    row(words.code, orderedBy === undefined ? code : `${code}<br>${words.orderedBy} ${escaped(orderedBy)}`),
    ...(items.length === 0 ? [] : [row(words.details, items.map(escaped).join('<br>'))]),
    row(words.contact, `${escaped(host)}<br><a href="mailto:tickets@${domain}">tickets@${domain}</a>`),
  ];
  return `
<tr><td class="order"><div class="order-info">${escaped(why)}</div>
<table class="order-details">${rows.join('\n')}</table>
<div class="order-button"><a href="${orderPage(mail, code)}" class="button">${words.button}</a></div></td></tr>`;
}

/** A stable stand-in for the id that pretix draws for each mail. */
function correlation(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
