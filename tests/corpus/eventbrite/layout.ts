/**
 * A mail as Eventbrite sends it: a headline with the person's first name, the event with day and place, the order, the
 * refund policy, and a footer on why it came. Senders as in public mail filters: orders come from
 * `order.eventbrite.com`, reminders and announcements from `reminder.eventbrite.com`, adverts from
 * `email.eventbrite.com`, organisers' campaigns from `campaign.eventbrite.com`.
 */
import { type Draft, framed } from '../draft.ts';
import type { Language, Sample } from '../sample.ts';

export interface EventbriteMail extends Draft {
  headline: string;
  /** Advert, announcement or reminder, which can be unsubscribed from. */
  optional?: boolean;
  /** Instead of the footer in the mail's language. */
  foot?: readonly string[];
}

const FOOTERS: Partial<Record<Language, string>> = {
  en: 'This mail was sent to robin.keller@mail.example. Questions about the event go to the organizer.\nEventbrite · 535 Mission Street · San Francisco',
  de: 'Diese E-Mail ging an robin.keller@mail.example. Fragen zum Event beantwortet der Veranstalter.\nEventbrite · 535 Mission Street · San Francisco',
  fr: 'Cet e-mail a été envoyé à robin.keller@mail.example. Pour toute question, contactez l’organisateur.\nEventbrite · 535 Mission Street · San Francisco',
  es: 'Este correo se envió a robin.keller@mail.example. Si tienes preguntas, escribe al organizador.\nEventbrite · 535 Mission Street · San Francisco',
  pt: 'Este e-mail foi enviado para robin.keller@mail.example. Dúvidas? Fale com o organizador.\nEventbrite · 535 Mission Street · San Francisco',
  it: 'Questa e-mail è stata inviata a robin.keller@mail.example. Per domande scrivi all’organizzatore.\nEventbrite · 535 Mission Street · San Francisco',
  nl: 'Deze mail is gestuurd naar robin.keller@mail.example. Vragen over het evenement? Mail de organisator.\nEventbrite · 535 Mission Street · San Francisco',
};

export function eventbrite({ headline, optional = false, foot, ...draft }: EventbriteMail): Sample {
  const footer = foot ?? [FOOTERS[draft.language] ?? 'Eventbrite · 535 Mission Street · San Francisco'];
  return framed('eventbrite', draft, {
    head: [headline],
    foot: footer,
    colour: '#f05537',
    headers: optional
      ? { 'List-Unsubscribe': '<https://www.eventbrite.com/email-preferences/leave?k=8Yq2>' }
      : {},
  });
}
