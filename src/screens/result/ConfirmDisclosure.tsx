import { useAtomValue } from 'jotai';
import { EyeIcon } from '../../icons/set.tsx';
import { Breakable } from '../../parts/Breakable.tsx';
import { BottomSheet } from '../../parts/BottomSheet.tsx';
import { Button } from '../../parts/Button.tsx';
import { task } from '../../state/page.ts';
import { tierWords, type NamedStamp } from '../../texts/disclosure.ts';
import { useTexts } from '../../language/use-texts.ts';
import { buttonTexts } from '../../texts/en/buttons.ts';
import { disclosureTexts } from '../../texts/en/result.ts';
import { Rich } from '../../parts/Rich.tsx';

export interface ConfirmDisclosureProps {
  organiser: string;
  address: string;
  stamps: readonly NamedStamp[];
  onConfirm: () => void;
  onClose: () => void;
}

/** The second press: shows everything that is about to be sent and kept. */
export function ConfirmDisclosure({
  organiser,
  address,
  stamps,
  onConfirm,
  onClose,
}: ConfirmDisclosureProps) {
  const t = useTexts(disclosureTexts);
  const { notNow } = useTexts(buttonTexts);
  const running = useAtomValue(task);
  return (
    <BottomSheet
      title={t.ask({ organiser })}
      onClose={onClose}
      footer={
        <div className="flex flex-col gap-2 sm:flex-row-reverse">
          <Button className="sm:flex-1" icon={EyeIcon} loading={running === 'disclose'} onClick={onConfirm}>
            {t.confirm({ organiser })}
          </Button>
          <Button className="sm:flex-1" variant="secondary" onClick={onClose}>
            {notNow}
          </Button>
        </div>
      }
    >
      <dl className="divide-y divide-line">
        <Row term={t.toWhom}>{organiser}</Row>
        <Row term={t.address}>
          <Breakable>{address}</Breakable>
        </Row>
        <Row term={t.stamps(stamps.length)}>
          <ul>
            {stamps.map(({ name, list }) => (
              <li key={`${list}/${name}`}>
                <Rich
                  text={t.stampAs}
                  parts={{ name, tier: <span className="font-normal">{tierWords(list)}</span> }}
                />
              </li>
            ))}
          </ul>
        </Row>
      </dl>
      <p className="mt-4 text-sm text-ink-soft">{t.keeps({ organiser })}</p>
    </BottomSheet>
  );
}

function Row({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3 py-2.5">
      <dt className="min-w-28 text-sm leading-[1.7] text-ink-soft">{term}</dt>
      <dd className="min-w-[min(100%,9rem)] flex-1 font-semibold">{children}</dd>
    </div>
  );
}
