import { useAtomValue } from 'jotai';
import type { EvidenceMail, Fact } from '../../../worker/contract.ts';
import { DashedRingIcon, PencilIcon, SealIcon } from '../../icons/set.tsx';
import { BottomSheet } from '../../parts/BottomSheet.tsx';
import { MailLines } from '../../parts/MailLines.tsx';
import { ringOf, signerOf } from '../../parts/FactStamp.tsx';
import { Postmark } from '../../parts/Postmark.tsx';
import { events, loggedInGmail } from '../../state/core.ts';
import { eventDate, postmarkDate } from '../../texts/dates.ts';
import { tierText, verdict } from '../../texts/verdicts.ts';
import { useTexts } from '../../language/use-texts.ts';
import { evidenceTexts } from '../../texts/en/evidence.ts';

/** The evidence for a fact: its mails, who signed them, and the verdict in plain words. */
export function Evidence({ fact, onClose }: { fact: Fact; onClose: () => void }) {
  const t = useTexts(evidenceTexts);
  const event = useAtomValue(events).find(({ key }) => key === fact.key);
  const ring = ringOf(fact);
  const ink = ring === 'full' ? 'text-seal' : ring === 'pencil' ? 'text-pencil' : 'text-ink-soft';
  return (
    <BottomSheet title={fact.name} onClose={onClose}>
      <div className="flex items-center gap-4">
        <Postmark
          ring={ring}
          domain={signerOf(fact)}
          lines={event === undefined ? undefined : postmarkDate(event.starts, event.ends)}
          className={`w-26 shrink-0 ${ink}`}
        />
        <div>
          <p className="font-semibold">{t[ring]}</p>
          {event !== undefined && (
            <p className="mt-1 text-sm text-ink-soft">
              {eventDate(event.starts, event.ends)}, {event.place.name}
            </p>
          )}
        </div>
      </div>
      {!fact.counts && <NotCompared />}
      {fact.origin === 'person' ? (
        <p className="mt-5 flex gap-3 text-sm text-ink-soft">
          <PencilIcon className="text-pencil" />
          {t.ownMark}
        </p>
      ) : (
        <ul aria-label={t.mails} className="mt-5 divide-y divide-line border-t border-line">
          {fact.mails.map((mail) => (
            <Mail key={mail.messageId} mail={mail} />
          ))}
        </ul>
      )}
    </BottomSheet>
  );
}

function NotCompared() {
  const t = useTexts(evidenceTexts);
  const address = useAtomValue(loggedInGmail);
  return (
    <p className="mt-4 rounded-md border border-line bg-paper p-3 text-sm text-ink-soft">
      {t.notCompared({ address: address ?? t.theAccount })}
    </p>
  );
}

function Mail({ mail }: { mail: EvidenceMail }) {
  const verified = mail.tier === 'verified';
  const Mark = verified ? SealIcon : DashedRingIcon;
  return (
    <li className="py-4">
      <MailLines mail={mail} />
      <div className="mt-2 flex gap-2 text-sm">
        <Mark size={20} className={verified ? 'text-seal' : 'text-ink-soft'} />
        <div>
          <p className={`font-semibold ${verified ? 'text-seal' : 'text-ink'}`}>{tierText(mail.tier)}</p>
          <p>{verdict(mail)}</p>
        </div>
      </div>
    </li>
  );
}
