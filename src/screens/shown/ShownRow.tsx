import { useAtomValue } from 'jotai';
import { Button } from '../../parts/Button.tsx';
import { connection } from '../../state/page.ts';
import type { NamedRecord } from '../../state/shown.ts';
import { dayText, eventDate } from '../../texts/dates.ts';
import { tierWords } from '../../texts/disclosure.ts';

/** One stamp that an organiser holds. */
export function ShownRow({ record, onWithdraw }: { record: NamedRecord; onWithdraw: () => void }) {
  const { name, list, event, stamp } = record;
  const offline = useAtomValue(connection) === 'offline';
  return (
    <li className="flex items-center gap-3 rounded-md border border-line bg-surface py-2.5 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="font-display text-base leading-5 font-bold">{name}</p>
        {event !== null && (
          <p className="mt-0.5 text-sm text-ink-soft">
            {eventDate(event.starts, event.ends)}, {event.place.name}
          </p>
        )}
        <p className="mt-0.5 text-xs font-semibold text-ink-soft">
          As {tierWords(list)},{' '}
          {stamp.day === null ? (
            'from before days were recorded'
          ) : (
            <>
              since <time dateTime={stamp.day}>{dayText(stamp.day)}</time>
            </>
          )}
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        disabled={offline}
        aria-label={`Withdraw ${name}`}
        onClick={onWithdraw}
      >
        Withdraw
      </Button>
    </li>
  );
}
