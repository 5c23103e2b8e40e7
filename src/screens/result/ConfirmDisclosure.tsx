import { useAtomValue } from 'jotai';
import { EyeIcon } from '../../icons/set.tsx';
import { BottomSheet } from '../../parts/BottomSheet.tsx';
import { Button } from '../../parts/Button.tsx';
import { task } from '../../state/page.ts';
import { tierWords, type NamedStamp } from '../../texts/disclosure.ts';

export interface ConfirmDisclosureProps {
  organiser: string;
  address: string;
  stamps: readonly NamedStamp[];
  onConfirm: () => void;
  onClose: () => void;
}

/** The second press: everything that is about to be sent and kept, before any of it is. */
export function ConfirmDisclosure({
  organiser,
  address,
  stamps,
  onConfirm,
  onClose,
}: ConfirmDisclosureProps) {
  const running = useAtomValue(task);
  return (
    <BottomSheet
      title={`Show this to ${organiser}?`}
      onClose={onClose}
      footer={
        <div className="flex flex-col gap-2 sm:flex-row-reverse">
          <Button className="sm:flex-1" icon={EyeIcon} loading={running === 'disclose'} onClick={onConfirm}>
            Show to {organiser}
          </Button>
          <Button className="sm:flex-1" variant="secondary" onClick={onClose}>
            Not now
          </Button>
        </div>
      }
    >
      <dl className="divide-y divide-line">
        <Row term="To whom">{organiser}</Row>
        <Row term="Your address">{address}</Row>
        <Row term={stamps.length === 1 ? 'Stamp' : 'Stamps'}>
          <ul>
            {stamps.map(({ name, list }) => (
              <li key={`${list}/${name}`}>
                {name}, <span className="font-normal">{tierWords(list)}</span>
              </li>
            ))}
          </ul>
        </Row>
      </dl>
      <p className="mt-4 text-sm text-ink-soft">
        {organiser} keeps this with today’s date and the version of its list of events, and nothing else. You
        can withdraw it later; what somebody has read by then stays read.
      </p>
    </BottomSheet>
  );
}

function Row({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_1fr] gap-3 py-2.5">
      <dt className="text-sm leading-6 text-ink-soft">{term}</dt>
      <dd className="min-w-0 font-semibold break-words">{children}</dd>
    </div>
  );
}
