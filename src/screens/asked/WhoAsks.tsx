import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { CatalogEvent } from '../../../catalog/schema.ts';
import { BottomSheet } from '../../parts/BottomSheet.tsx';
import { Button } from '../../parts/Button.tsx';
import { asked } from '../../state/core.ts';
import { askedAmount, fingerprint, lookedFor, proofWords, retentionWords } from '../../texts/asked.ts';
import { eventDate } from '../../texts/dates.ts';
import { useTexts } from '../../language/use-texts.ts';
import { askedTexts } from '../../texts/en/asked.ts';
import { Rich } from '../../parts/Rich.tsx';

/** Who asks and what for, in two lines; a sheet shows all of it. */
export function WhoAsks() {
  const t = useTexts(askedTexts);
  const known = useAtomValue(asked);
  const [open, setOpen] = useState(false);
  if (known === null) return null;
  const { organiser } = known.catalog;
  return (
    <section aria-label={t.who} className="rounded-md border border-line bg-surface px-4 py-3 text-sm">
      <p>
        <Rich
          text={t.asksAbout}
          parts={{
            organiser: <span className="font-semibold">{organiser.name}</span>,
            amount: askedAmount(known.catalog),
          }}
        />
      </p>
      <p className="text-ink-soft">{organiser.purpose}</p>
      <Button variant="tertiary" size="small" className="-ml-3" onClick={() => setOpen(true)}>
        {t.whoAndWhy}
      </Button>
      {open && <AskedSheet onClose={() => setOpen(false)} />}
    </section>
  );
}

/** Everything that the catalog asks about, shown before a scan. */
function AskedSheet({ onClose }: { onClose: () => void }) {
  const t = useTexts(askedTexts);
  const known = useAtomValue(asked);
  if (known === null) return null;
  const { organiser, events, interests } = known.catalog;
  return (
    <BottomSheet title={t.whoAndWhy} onClose={onClose}>
      <div className="flex flex-col gap-5 text-sm">
        <section>
          <h3 className="text-base">{organiser.name}</h3>
          <p className="mt-1">{organiser.purpose}</p>
          <p className="mt-1 text-ink-soft">
            {retentionWords(organiser)} {proofWords(organiser.proofPolicy)}
          </p>
          {organiser.contact !== null && (
            <p className="mt-1 text-ink-soft">
              <Rich
                text={t.questions}
                parts={{ address: <a href={`mailto:${organiser.contact}`}>{organiser.contact}</a> }}
              />
            </p>
          )}
        </section>
        <section>
          <h3 className="text-base">{t.lookedFor}</h3>
          <p className="mt-1 text-ink-soft">{t.onDevice}</p>
          <ul className="mt-2 divide-y divide-line">
            {events.map((event) => (
              <AskedEvent key={event.key} event={event} />
            ))}
          </ul>
        </section>
        {interests.length > 0 && (
          <section>
            <h3 className="text-base">{t.interests}</h3>
            <p className="mt-1">{interests.map(({ name }) => name).join(', ')}</p>
          </section>
        )}
        <section>
          <h3 className="text-base">{t.sameForAll}</h3>
          <p className="mt-1 text-ink-soft">{t.fingerprint}</p>
          <p className="mt-2 font-mono text-sm break-words">{fingerprint(known.hash)}</p>
        </section>
      </div>
    </BottomSheet>
  );
}

function AskedEvent({ event }: { event: CatalogEvent }) {
  return (
    <li className="py-2">
      <p className="font-semibold">{event.name}</p>
      <p className="text-ink-soft">
        {eventDate(event.starts, event.ends)}, {event.place.name}
      </p>
      <p className="break-words text-ink-soft">{lookedFor(event)}</p>
    </li>
  );
}
