import { useAtomValue } from 'jotai';
import type { Fact, MailSummary } from '../../../worker/contract.ts';
import { BottomSheet } from '../../parts/BottomSheet.tsx';
import { MailLines } from '../../parts/MailLines.tsx';
import { Disclosure } from '../../parts/Disclosure.tsx';
import { SlotStamp } from '../../parts/SlotSheet.tsx';
import { slots } from '../../state/core.ts';
import { comparedFacts, sheet, slotMeanings } from '../../state/slots.ts';
import { useSlotMails } from '../../hooks/use-slot-mails.ts';
import { mailReason, slotLimit, slotStory, slotTitle, stateWords } from '../../texts/slots.ts';
import { useTexts } from '../../language/use-texts.ts';
import { slotTexts } from '../../texts/en/slots.ts';
import { useOrganiser } from '../../hooks/use-organiser.ts';

/** The meaning of one slot of the sheet and the mails that set it, from this device only. */
export function SlotMails({ slot, onClose }: { slot: number; onClose: () => void }) {
  const t = useTexts(slotTexts);
  const counted = useAtomValue(slots)[slot] ?? 0;
  const state = useAtomValue(sheet)[slot] ?? 'empty';
  const meaning = useAtomValue(slotMeanings)(slot);
  const compared = useAtomValue(comparedFacts);
  const organiser = useOrganiser();
  const { fact } = meaning;
  const [first, ...rest] = slotStory(state, meaning, organiser, fact !== null && compared.has(fact.id));
  return (
    <BottomSheet title={slotTitle(slot)} onClose={onClose}>
      <div className="flex items-start gap-4">
        <SlotStamp slot={slot} state={state} className="lifted w-16 shrink-0" />
        <div>
          <p className="text-xs font-semibold text-ink-soft first-letter:uppercase">{stateWords(state)}</p>
          <p className="font-semibold">{first}</p>
          {rest.map((sentence) => (
            <p key={sentence} className="mt-1 text-sm text-ink-soft">
              {sentence}
            </p>
          ))}
        </div>
      </div>
      {state !== 'empty' && <Mails slot={slot} counted={counted} fact={fact} />}
      <div className="mt-5 rounded-md border border-line">
        <Disclosure summary={t.what}>
          {[t.whatSheet, t.whatShared, t.whatCompared].map((sentence) => (
            <p key={sentence} className="mb-2 last:mb-0">
              {sentence}
            </p>
          ))}
        </Disclosure>
      </div>
    </BottomSheet>
  );
}

function Mails({ slot, counted, fact }: { slot: number; counted: number; fact: Fact | null }) {
  const t = useTexts(slotTexts);
  const mails = useSlotMails(slot, counted);
  if (mails === 'loading') return null;
  if (mails === null) {
    return <p className="mt-5 text-sm text-ink-soft">{t.noList}</p>;
  }
  if (mails.length === 0) return <p className="mt-5 text-sm text-ink-soft">{t.noMail}</p>;
  const limit = slotLimit(counted);
  return (
    <>
      {limit !== null && <p className="mt-5 text-sm text-ink-soft">{limit}</p>}
      <ul aria-label={t.mails} className="mt-5 divide-y divide-line border-t border-line">
        {mails.map((mail) => (
          <Mail key={mail.messageId} mail={mail} reason={mailReason(slot, mail, fact)} />
        ))}
      </ul>
    </>
  );
}

function Mail({ mail, reason }: { mail: MailSummary; reason: string }) {
  return (
    <li className="py-4">
      <MailLines mail={mail} />
      <p className="mt-1 text-sm">{reason}</p>
    </li>
  );
}
