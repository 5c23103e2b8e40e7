import { useAtomValue } from 'jotai';
import { useActions } from '../../actions-context.ts';
import { SearchIcon } from '../../icons/set.tsx';
import { Button } from '../../parts/Button.tsx';
import { FileButton } from '../../parts/FileButton.tsx';
import { SlotSheet } from '../../parts/SlotSheet.tsx';
import { events, isGoogleAuthed, loggedInGmail, scan, scopesApproved } from '../../state/core.ts';
import { useEstimate } from '../../state/use-estimate.ts';
import { countOf, listOf } from '../../texts/amounts.ts';
import { leftOutMails } from '../../texts/not-read.ts';
import { fileCounts, otherAddress } from '../../texts/whose-mail.ts';

const NO_SLOTS: never[] = [];

/** A mailbox without mail, or without travel: what was looked for, and what else can be tried (LOOK "Screens"). */
export function NothingFound() {
  const { scanMailbox } = useActions();
  const { mailsRead, source, thorough, unreadable, leftOut } = useAtomValue(scan);
  const catalog = useAtomValue(events);
  const signedIn = useAtomValue(isGoogleAuthed);
  const approved = useAtomValue(scopesApproved);
  const address = useAtomValue(loggedInGmail);
  const account = signedIn && approved && source !== 'file';
  // A search that finds nothing does not tell an empty mailbox from one without travel; its size does.
  const size = useEstimate(account && mailsRead === 0)?.mails;
  const read = mailsRead > 0 || unreadable > 0 || leftOutMails(leftOut) > 0;
  const empty = !read && (source === 'file' || thorough || size === 0);
  return (
    <section className="flex flex-col gap-5">
      <SlotSheet
        states={NO_SLOTS}
        label="The sheet of stamps is empty"
        className="mx-auto w-[min(56vw,14rem)] rotate-1"
      />
      <div>
        <h2 className="text-lg">{empty ? 'There is no mail in it' : 'No events found yet'}</h2>
        <p className="mt-1 text-ink-soft">
          {empty
            ? 'The mailbox could be opened, but holds no mail.'
            : `Waystamp looked for tickets and registrations of ${countOf(catalog.length, 'event')}${mailsRead > 0 ? ` in ${countOf(mailsRead, 'mail')}` : ''}: ${listOf(catalog.map((event) => event.name))}.`}
        </p>
        <p className="mt-2 text-ink-soft">
          Are the tickets in another mailbox? Import it as a file, or tick the events by hand.{' '}
          {fileCounts(address)} {otherAddress(address)}
        </p>
      </div>
      <div className="flex flex-col gap-2.5 sm:flex-row">
        <FileButton />
        {account && !thorough && !empty && (
          <Button variant="secondary" icon={SearchIcon} onClick={() => void scanMailbox(true)}>
            Thorough scan
          </Button>
        )}
      </div>
    </section>
  );
}
