import type { ReactNode } from 'react';
import { BUILT_IN_ORGANISER } from '../../catalog/organiser.ts';
import { BottomSheet } from '../parts/BottomSheet.tsx';

/** The trust model in plain words; the only place on the main path that names the method (LOOK "Tone"). */
export function HowItWorks({ onClose }: { onClose: () => void }) {
  return (
    <BottomSheet title="How it works" onClose={onClose}>
      <ol className="flex flex-col gap-5">
        <Step number={1} title="Your device reads the mail">
          You allow read-only access, or import a mailbox file. Tickets and registrations are looked for here,
          on this device. No mail, and no part of one, is sent to anybody.
        </Step>
        <Step number={2} title="Signatures are checked">
          Mail servers sign what they send. Where a ticket carries a valid signature of the event’s host or of
          their ticket shop, its stamp gets a full ring. Anything else counts as your own word.
        </Step>
        <Step number={3} title="Both lists are compared, privately">
          Your stamps become a row of 100 yes-or-no marks, encrypted with keys that are used once. The server
          of {BUILT_IN_ORGANISER.name} works on them without being able to read them, and only you can open
          the answer. This is called private set intersection (PSI).
        </Step>
        <Step number={4} title="You choose what is shown">
          You see first what is on both lists. Only the stamps that you switch on are shown, with your
          address, after you have confirmed the exact sentence. You can withdraw each of them later.
        </Step>
      </ol>
      <div className="mt-6 flex flex-col gap-2 border-t border-line pt-4 text-sm text-ink-soft">
        <h3 className="text-base text-ink">What a shown fact proves</h3>
        <p>
          That your account asked about it and that {BUILT_IN_ORGANISER.name} lists it too. The check of the
          mail’s signature happens on your device; {BUILT_IN_ORGANISER.name} takes your app’s word for that
          part.
        </p>
        <h3 className="mt-2 text-base text-ink">What is kept, and where</h3>
        <p>
          Found facts and the headers of mail stay in this browser until you press Disconnect. The server
          keeps your address, your public keys and what you have shown, until you withdraw it or delete your
          account.
        </p>
      </div>
    </BottomSheet>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full border-2 border-seal font-display font-bold text-seal"
      >
        {number}
      </span>
      <div>
        <h3 className="text-base leading-9">{title}</h3>
        <p className="text-sm text-ink-soft">{children}</p>
      </div>
    </li>
  );
}
