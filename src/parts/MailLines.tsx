import type { MailSummary } from '../../worker/contract.ts';
import { mailDate } from '../texts/dates.ts';

/** Subject, sender and date of a mail. What others wrote is isolated, so that it cannot turn the rest around. */
export function MailLines({ mail }: { mail: MailSummary }) {
  const date = mailDate(mail.date);
  return (
    <>
      <p className="font-semibold">
        <bdi>{mail.subject}</bdi>
      </p>
      <p className="mt-0.5 text-sm text-ink-soft">
        <bdi>{mail.from}</bdi>
        {mail.from !== '' && date !== '' && ' · '}
        {date}
      </p>
    </>
  );
}
