import type { ReactNode } from 'react';
import { BottomSheet } from '../../parts/BottomSheet.tsx';
import { useTexts } from '../../language/use-texts.ts';
import { howItWorksTexts } from '../../texts/en/how-it-works.ts';
import { useOrganiser } from '../../hooks/use-organiser.ts';

/** The trust model in plain words; the only place on the main path that names the method. */
export function HowItWorks({ onClose }: { onClose: () => void }) {
  const t = useTexts(howItWorksTexts);
  const organiser = useOrganiser();
  return (
    <BottomSheet title={t.title} onClose={onClose}>
      <ol className="flex flex-col gap-5">
        <Step number={1} title={t.reads}>
          {t.readsMore}
        </Step>
        <Step number={2} title={t.signatures}>
          {t.signaturesMore}
        </Step>
        <Step number={3} title={t.compared}>
          {t.comparedMore({ organiser })}
        </Step>
        <Step number={4} title={t.choose}>
          {t.chooseMore}
        </Step>
      </ol>
      <div className="mt-6 flex flex-col gap-2 border-t border-line pt-4 text-sm text-ink-soft">
        <h3 className="text-base text-ink">{t.proves}</h3>
        <p>{t.provesMore({ organiser })}</p>
        <h3 className="mt-2 text-base text-ink">{t.kept}</h3>
        <p>{t.keptMore}</p>
      </div>
    </BottomSheet>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 text-[16px] place-items-center rounded-full border-2 border-seal font-display font-bold text-seal"
      >
        {number}
      </span>
      <div>
        <h3 className="flex min-h-9 items-center text-base">{title}</h3>
        <p className="text-sm text-ink-soft">{children}</p>
      </div>
    </li>
  );
}
