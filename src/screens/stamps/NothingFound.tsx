import { useAtomValue } from 'jotai';
import { useActions } from '../../actions/context.ts';
import { SearchIcon } from '../../icons/set.tsx';
import { Breakable } from '../../parts/Breakable.tsx';
import { Button } from '../../parts/Button.tsx';
import { FileButton } from '../../parts/FileButton.tsx';
import { SlotSheet } from '../../parts/SlotSheet.tsx';
import { events, isGoogleAuthed, loggedInGmail, scan, scopesApproved } from '../../state/core.ts';
import { useEstimate } from '../../hooks/use-estimate.ts';
import { countOf, listOf } from '../../texts/amounts.ts';
import { leftOutMails } from '../../texts/not-read.ts';
import { fileCounts, otherAddress } from '../../texts/whose-mail.ts';
import { useTexts } from '../../language/use-texts.ts';
import { scanTexts } from '../../texts/en/scan.ts';
import { nothingFoundTexts } from '../../texts/en/stamps.ts';
import { Rich } from '../../parts/Rich.tsx';

const NO_SLOTS: never[] = [];

/** A mailbox without mail, or without travel: what was searched for, and what else to try. */
export function NothingFound() {
  const t = useTexts(nothingFoundTexts);
  const { thorough: thoroughLabel } = useTexts(scanTexts);
  const { scanMailbox } = useActions();
  const { mailsRead, source, thorough, unreadable, leftOut } = useAtomValue(scan);
  const catalog = useAtomValue(events);
  const signedIn = useAtomValue(isGoogleAuthed);
  const approved = useAtomValue(scopesApproved);
  const address = useAtomValue(loggedInGmail);
  const account = signedIn && approved && source !== 'file';
  // A search without hits cannot tell an empty mailbox from one without travel; the mailbox's size can.
  const size = useEstimate(account && mailsRead === 0)?.mails;
  const read = mailsRead > 0 || unreadable > 0 || leftOutMails(leftOut) > 0;
  const empty = !read && (source === 'file' || thorough || size === 0);
  return (
    <section className="flex flex-col gap-5">
      <SlotSheet states={NO_SLOTS} label={t.sheet} className="mx-auto w-[min(56vw,14rem)] rotate-1" />
      <div>
        <h2 className="text-lg">{empty ? t.noMail : t.noEvents}</h2>
        <p className="mt-1 text-ink-soft">{empty ? t.noMailMore : lookedFor()}</p>
        <p className="mt-2 text-ink-soft">
          <Rich
            text={t.otherMailbox}
            parts={{ whose: <Breakable>{`${fileCounts(address)} ${otherAddress(address)}`}</Breakable> }}
          />
        </p>
      </div>
      <div className="flex flex-col gap-2.5 sm:flex-row">
        <FileButton />
        {account && !thorough && !empty && (
          <Button variant="secondary" icon={SearchIcon} onClick={() => void scanMailbox(true)}>
            {thoroughLabel}
          </Button>
        )}
      </div>
    </section>
  );

  function lookedFor(): string {
    const looked = {
      events: countOf(catalog.length, 'event'),
      names: listOf(catalog.map((event) => event.name)),
    };
    return mailsRead > 0
      ? t.lookedForIn({ ...looked, mails: countOf(mailsRead, 'mail') })
      : t.lookedFor(looked);
  }
}
