/**
 * A mail as pretalx sends it: the organisers' text, a signature, and the same in HTML under the event's name. It has no
 * headers that mark it as automatic. Structure: `pretalx/mail` of pretalx 2024.
 */
import type { MailKind } from '../../../worker/records.ts';
import { deskOf } from '../event-desks.ts';
import { escaped, paragraphsAsHtml, paragraphsAsText } from '../html.ts';
import type { AttachedFile, Language, Sample } from '../sample.ts';

export interface ProgrammeMail {
  state: string;
  language: Language;
  /** Tells two samples of the same state and language apart. */
  nr?: number;
  event: string;
  kind: MailKind;
  subject: string;
  /** The organisers' text. */
  body: readonly string[];
  /** Local part of the sender; `speakers` when left out. */
  desk?: string;
  /** Address line of the sender when it is another one. */
  from?: string;
  to?: string;
  cc?: string;
  headers?: Readonly<Record<string, string>>;
  signature?: string;
  attachments?: readonly AttachedFile[];
  /** No HTML version, as pretalx of 2018 sends it. */
  plain?: boolean;
  order?: string;
  sent?: number;
  note?: string;
}

/** So that the mails about one talk come in their order. */
const DEFAULT_SENT_DAYS = { pending: -95, other: -75, negative: -60 } as const;

export function pretalx(mail: ProgrammeMail): Sample {
  const { state, language, nr, event, kind, subject, attachments, note, to, cc } = mail;
  const { title, domain } = deskOf(event);
  const desk = `${mail.desk ?? 'speakers'}@${domain}`;
  return {
    id: `pretalx-${language}-${state}${nr === undefined ? '' : `-${nr}`}`,
    source: 'pretalx',
    language,
    state,
    event,
    from: mail.from ?? `"${title}" <${desk}>`,
    ...(to === undefined ? {} : { to }),
    ...(cc === undefined ? {} : { cc }),
    headers: { 'Reply-To': desk, ...mail.headers },
    subject,
    text: [
      paragraphsAsText(mail.body),
      ...(mail.signature === undefined ? [] : [`-- \n${mail.signature}`]),
    ].join('\n\n'),
    ...(mail.plain ? {} : { html: htmlVersion(mail, title) }),
    ...(attachments === undefined ? {} : { attachments }),
    sent: mail.sent ?? DEFAULT_SENT_DAYS[kind === 'pending' || kind === 'negative' ? kind : 'other'],
    kind,
    order: mail.order ?? null,
    ...(note === undefined ? {} : { note }),
  };
}

function htmlVersion({ language, subject, body, signature, event }: ProgrammeMail, title: string): string {
  const rtl = language === 'ar' || language === 'he' ? ' dir="rtl" class="rtl"' : '';
  const { domain, slug } = deskOf(event);
  return `<!DOCTYPE html>
<html><head><meta charset="utf-8"></head>
<style type="text/css">body { background-color: #eee; font-size: 16px } table.layout { background: white; max-width: 600px }</style>
<body${rtl}><table width="600" cellspacing="0" border="0" class="layout">
<tr><td class="header" align="center"><h2><a href="https://cfp.${domain}/${slug}/" target="_blank" rel="noopener">${escaped(title)}</a></h2><h1>${escaped(subject)}</h1></td></tr>
<tr><td class="containertd"><div class="content">
${paragraphsAsHtml(body)}
</div></td></tr>
${signature === undefined ? '<tr class="last"></tr>' : `<tr class="signature"><td>${paragraphsAsHtml([signature])}</td></tr>`}
</table><div class="footer">powered by <a href="https://pretalx.com">pretalx</a></div></body></html>
`;
}
