import { Breakable } from '../../parts/Breakable.tsx';
import type { LedgerSum } from '../../../worker/contract.ts';
import { bytes } from '../../texts/amounts.ts';
import { hostOf, purposeText, requestsText, totalsOf, totalsText } from '../../texts/ledger.ts';
import { useTexts } from '../../language/use-texts.ts';
import { ledgerTexts } from '../../texts/en/ledger.ts';

/** The sums by place and purpose; the place that received most comes first. */
export function Destinations({ sums }: { sums: readonly LedgerSum[] }) {
  const t = useTexts(ledgerTexts);
  const places = [...Map.groupBy(sums, ({ origin }) => origin)].toSorted(
    ([, a], [, b]) => totalsOf(b).sent - totalsOf(a).sent,
  );
  return (
    <section aria-label={t.byDestination}>
      <h2 className="text-lg">{t.byDestination}</h2>
      {places.length === 0 && <p className="mt-1 text-sm text-ink-soft">{t.noRequest}</p>}
      <div className="mt-3 flex flex-col gap-4">
        {places.map(([origin, members]) => (
          <Place key={origin} origin={origin} sums={members} />
        ))}
      </div>
    </section>
  );
}

function Place({ origin, sums }: { origin: string; sums: readonly LedgerSum[] }) {
  const t = useTexts(ledgerTexts);
  const own = origin === location.origin;
  return (
    <section aria-label={hostOf(origin)} className="rounded-md border border-line bg-surface">
      <div className="border-b border-line px-4 py-3">
        <h3 className="text-base">
          <Breakable>{hostOf(origin)}</Breakable>
          {own && <span className="font-sans text-sm font-normal text-ink-soft">{t.thisSite}</span>}
        </h3>
        <p className="text-xs text-ink-soft">{totalsText(totalsOf(sums))}</p>
      </div>
      <ul className="divide-y divide-line">
        {sums
          .toSorted((a, b) => b.sent - a.sent || b.received - a.received)
          .map((sum) => (
            <li
              key={sum.purpose}
              className="flex flex-wrap items-baseline justify-end gap-x-3 px-4 py-2.5 text-sm"
            >
              <span className="min-w-[min(100%,6.5rem)] flex-1">
                {purposeText(sum.purpose)}
                <span className="block text-xs text-ink-soft">{requestsText(sum)}</span>
              </span>
              <Amount direction={t.out} value={bytes(sum.sent)} />
              <Amount direction={t.in} value={bytes(sum.received)} />
            </li>
          ))}
      </ul>
    </section>
  );
}

/** Bytes in one direction, in a separate column. */
function Amount({ direction, value }: { direction: string; value: string }) {
  return (
    <span className="min-w-20 shrink-0 text-right whitespace-nowrap">
      {value}
      <span className="block text-xs text-ink-soft">{direction}</span>
    </span>
  );
}
