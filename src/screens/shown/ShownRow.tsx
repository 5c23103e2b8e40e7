import { useAtomValue } from 'jotai';
import { Button } from '../../parts/Button.tsx';
import { connection } from '../../state/page.ts';
import type { NamedRecord } from '../../state/shown.ts';
import { dayText, eventDate } from '../../texts/dates.ts';
import { tierWords } from '../../texts/disclosure.ts';
import { useTexts } from '../../language/use-texts.ts';
import { shownTexts } from '../../texts/en/shown.ts';
import { Rich } from '../../parts/Rich.tsx';

/** One stamp that an organiser holds. */
export function ShownRow({ record, onWithdraw }: { record: NamedRecord; onWithdraw: () => void }) {
  const t = useTexts(shownTexts);
  const { name, list, event, stamp } = record;
  const offline = useAtomValue(connection) === 'offline';
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 rounded-md border border-line bg-surface py-2.5 pr-2 pl-4">
      <div className="min-w-[min(100%,9rem)] flex-1">
        <p className="font-display text-base leading-tight font-bold">{name}</p>
        {event !== null && (
          <p className="mt-0.5 text-sm text-ink-soft">
            {eventDate(event.starts, event.ends)}, {event.place.name}
          </p>
        )}
        <p className="mt-0.5 text-xs font-semibold text-ink-soft">
          {stamp.day === null ? (
            t.asBefore({ tier: tierWords(list) })
          ) : (
            <Rich
              text={t.asSince}
              parts={{
                tier: tierWords(list),
                day: <time dateTime={stamp.day}>{dayText(stamp.day)}</time>,
              }}
            />
          )}
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        disabled={offline}
        aria-label={t.withdrawThis({ name })}
        onClick={onWithdraw}
      >
        {t.withdraw}
      </Button>
    </li>
  );
}
