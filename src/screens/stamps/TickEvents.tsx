import { useAtomValue } from 'jotai';
import { useActions } from '../../actions/context.ts';
import { CheckIcon } from '../../icons/set.tsx';
import { BottomSheet } from '../../parts/BottomSheet.tsx';
import { Button } from '../../parts/Button.tsx';
import { choices, events, facts } from '../../state/core.ts';
import { eventDate } from '../../texts/dates.ts';
import { useTexts } from '../../language/use-texts.ts';
import { stampsTexts, tickTexts } from '../../texts/en/stamps.ts';

/** Events without mail, for which the person can vouch. */
export function TickEvents({ onClose }: { onClose: () => void }) {
  const t = useTexts(tickTexts);
  const { tick: title } = useTexts(stampsTexts);
  const { choose } = useActions();
  const catalog = useAtomValue(events);
  const ticked = useAtomValue(choices).events;
  const byMail = new Set(
    useAtomValue(facts)
      .filter((fact) => fact.origin === 'mail')
      .map((fact) => fact.key),
  );
  const open = catalog.filter((event) => !byMail.has(event.key));

  const keys = catalog.map((event) => event.key);

  function toggle(key: string): void {
    void choose((current) => ({
      ...current,
      events: keys.filter((other) => current.events.includes(other) !== (other === key)),
    }));
  }

  return (
    <BottomSheet
      title={title}
      onClose={onClose}
      footer={
        <Button className="w-full" onClick={onClose}>
          {t.done}
        </Button>
      }
    >
      <p className="text-sm text-ink-soft">{t.why}</p>
      {open.length === 0 && <p className="mt-4">{t.allFound}</p>}
      <ul className="mt-3 divide-y divide-line">
        {open.map((event) => (
          <li key={event.key}>
            <label className="flex min-h-15 items-center gap-4 py-2">
              <span className="relative grid size-7 shrink-0 place-items-center">
                <input
                  type="checkbox"
                  checked={ticked.includes(event.key)}
                  onChange={() => toggle(event.key)}
                  className="peer size-7 appearance-none rounded-sm border-2 border-line-strong checked:border-pencil"
                />
                <CheckIcon
                  size={22}
                  className="pointer-events-none absolute text-pencil opacity-0 peer-checked:opacity-100"
                />
              </span>
              <span>
                <span className="block font-semibold">{event.name}</span>
                <span className="block text-sm text-ink-soft">
                  {eventDate(event.starts, event.ends)}, {event.place.name}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </BottomSheet>
  );
}
