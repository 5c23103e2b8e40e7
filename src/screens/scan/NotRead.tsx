import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useActions } from '../../actions/context.ts';
import type { UnreadableMail } from '../../../worker/contract.ts';
import { Button } from '../../parts/Button.tsx';
import { Disclosure } from '../../parts/Disclosure.tsx';
import { scan } from '../../state/core.ts';
import { useUnreadable } from '../../hooks/use-unreadable.ts';
import {
  leftOutMails,
  leftOutMeaning,
  leftOutTitle,
  unreadableLimit,
  unreadableLines,
  unreadableTitle,
} from '../../texts/not-read.ts';
import { useTexts } from '../../language/use-texts.ts';
import { notReadTexts } from '../../texts/en/scan.ts';

/** What the last scan did not read, and why; nothing if it read everything. */
export function NotRead({ className = 'mx-auto max-w-sm' }: { className?: string }) {
  const { unreadable, leftOut } = useAtomValue(scan);
  const hasLeftOut = leftOutMails(leftOut) > 0;
  if (unreadable === 0 && !hasLeftOut) return null;
  return (
    <div className={`w-full divide-y divide-line rounded-md border border-line ${className}`}>
      {unreadable > 0 && <Unreadable unreadable={unreadable} />}
      {hasLeftOut && (
        <Disclosure summary={leftOutTitle(leftOut)}>
          <p>{leftOutMeaning(leftOut)}</p>
        </Disclosure>
      )}
    </div>
  );
}

function Unreadable({ unreadable }: { unreadable: number }) {
  const t = useTexts(notReadTexts);
  const [open, setOpen] = useState(false);
  const mails = useUnreadable(open);
  const limit = unreadableLimit(unreadable);
  return (
    <Disclosure summary={unreadableTitle(unreadable)} onToggle={setOpen}>
      <p>{t.meaning}</p>
      {limit !== null && <p className="mt-2">{limit}</p>}
      {mails === null && <p className="mt-2">{t.noList}</p>}
      {mails !== null && mails !== 'loading' && (
        <ul
          aria-label={t.list}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- some browsers need it for scrolling by keyboard
          tabIndex={0}
          className="mt-3 max-h-80 divide-y divide-line overflow-y-auto overscroll-contain border-t border-line"
        >
          {mails.map((mail) => (
            <Mail key={mail.messageId} mail={mail} />
          ))}
        </ul>
      )}
    </Disclosure>
  );
}

function Mail({ mail }: { mail: UnreadableMail }) {
  const t = useTexts(notReadTexts);
  const { readAgain } = useActions();
  const { subject, date, reason } = unreadableLines(mail);
  return (
    <li className="py-3 last:pb-0">
      <p className={mail.subject === null ? 'italic' : 'font-semibold text-ink'}>{subject}</p>
      {date !== '' && <p className="text-xs">{date}</p>}
      <p className="mt-1">{reason}</p>
      {mail.reason === 'stopped-worker' && (
        <Button
          variant="tertiary"
          size="small"
          className="mt-2"
          aria-label={t.againThis({ subject })}
          onClick={() => void readAgain(mail.messageId)}
        >
          {t.again}
        </Button>
      )}
    </li>
  );
}
