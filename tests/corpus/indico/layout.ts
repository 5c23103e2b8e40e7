/**
 * A mail as Indico sends it. Registration mails are HTML alone: the event, the form and the registration's number in a
 * blue head, then what happened, then the registrant's answers. Others (abstracts, reminders, by hand) are plain text.
 * Structure: `registration/templates/emails` and `abstracts/templates/emails` in `indico/modules/events` of Indico 3.
 */
import type { MailKind } from '../../../worker/records.ts';
import { deskOf } from '../event-desks.ts';
import { escaped, paragraphsAsHtml, paragraphsAsText } from '../html.ts';
import type { AttachedFile, Language, Sample } from '../sample.ts';

export interface RegistrationMail {
  state: string;
  language: Language;
  /** Tells two samples of the same state and language apart. */
  nr?: number;
  event: string;
  kind: MailKind;
  subject: string;
  body: readonly string[];
  /** Name of the form and the registration's number; plain text without it. */
  form?: { name: string; number: number };
  /** What the registrant answered, as label and answer. */
  answers?: Readonly<Record<string, string>>;
  /** Address line of the sender when it is another one. */
  from?: string;
  to?: string;
  cc?: string;
  headers?: Readonly<Record<string, string>>;
  attachments?: readonly AttachedFile[];
  sent?: number;
  note?: string;
}

export function indico(mail: RegistrationMail): Sample {
  const { state, language, nr, event, kind, subject, attachments, sent, note, to, cc, form } = mail;
  const { title, domain } = deskOf(event);
  return {
    id: `indico-${language}-${state}${nr === undefined ? '' : `-${nr}`}`,
    source: 'indico',
    language,
    state,
    event,
    from: mail.from ?? `"${title} registration" <registration@${domain}>`,
    ...(to === undefined ? {} : { to }),
    ...(cc === undefined ? {} : { cc }),
    headers: mail.headers ?? {},
    subject,
    ...(form === undefined
      ? { text: paragraphsAsText(mail.body) }
      : { html: registrationPage(mail, title, form) }),
    ...(attachments === undefined ? {} : { attachments }),
    ...(sent === undefined ? {} : { sent }),
    kind,
    order: form === undefined ? null : `${form.number}`,
    ...(note === undefined ? {} : { note }),
  };
}

function registrationPage(
  { body, answers = {} }: RegistrationMail,
  title: string,
  form: { name: string; number: number },
): string {
  const list = Object.entries(answers)
    .map(
      ([label, answer]) =>
        `<dt style="width: 30%; float: left; clear: left;">${escaped(label)}:</dt><dd style="width: 70%; float: left; margin: 0; white-space: pre-wrap">${escaped(answer)}</dd>`,
    )
    .join('\n');
  return `<div class="mail" style="width: 600px; font-family: Arial; border: 1px solid #dfdfdf; background-color: #fcfcfc">
<div class="header" style="background-color: #5D95EA; color: #eee; padding: 10px 20px;"><h1 style="margin: 0;">${escaped(title)}</h1>
<h3 style="margin: 0; border-top: 1px solid #eee;">${escaped(form.name)}<span style="float: right; font-style: italic;">ref: #${form.number}</span></h3></div>
<div class="content" style="padding: 10px 20px; color: #555;"><div style="border-bottom: 1px solid #ebebeb;">
${paragraphsAsHtml(body)}
</div>
<dl>${list}</dl><div style="clear: both;"></div></div>
<div style="text-align: center; padding: 10px; background: #EBEBEB; font-size: small; color: #999;">Indico :: Event Registration</div></div>
`;
}
