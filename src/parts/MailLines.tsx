import { Breakable } from './Breakable.tsx';
import type { MailSummary } from '../../worker/contract.ts';
import { mailDate } from '../texts/dates.ts';

/**
 * Subject, sender and date of a mail. Other people's text is isolated, so that its direction cannot affect the rest.
 */
export function MailLines({ mail }: { mail: MailSummary }) {
  const date = mailDate(mail.date);
  return (
    <>
      <p className="font-semibold">
        <bdi>{mail.subject}</bdi>
      </p>
      <p className="mt-0.5 text-sm text-ink-soft">
        <bdi>
          <Breakable>{mail.from}</Breakable>
        </bdi>
        {mail.from !== '' && date !== '' && ' · '}
        {date}
      </p>
    </>
  );
}
