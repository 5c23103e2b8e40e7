import type { LedgerSum } from '../../../worker/contract.ts';
import { bytes, count, countOf } from '../../texts/amounts.ts';
import { hostOf, PURPOSE_TEXTS, totalsOf, totalsText } from '../../texts/ledger.ts';

/** The sums, by place and purpose; the place that was sent most stands first. */
export function Destinations({ sums }: { sums: readonly LedgerSum[] }) {
  const places = [...Map.groupBy(sums, ({ origin }) => origin)].toSorted(
    ([, a], [, b]) => totalsOf(b).sent - totalsOf(a).sent,
  );
  return (
    <section aria-label="By destination">
      <h2 className="text-lg">By destination</h2>
      {places.length === 0 && <p className="mt-1 text-sm text-ink-soft">No request has been made yet.</p>}
      <div className="mt-3 flex flex-col gap-4">
        {places.map(([origin, members]) => (
          <Place key={origin} origin={origin} sums={members} />
        ))}
      </div>
    </section>
  );
}

function Place({ origin, sums }: { origin: string; sums: readonly LedgerSum[] }) {
  const own = origin === location.origin;
  return (
    <section aria-label={hostOf(origin)} className="rounded-md border border-line bg-surface">
      <div className="border-b border-line px-4 py-3">
        <h3 className="text-base">
          {hostOf(origin)}
          {own && <span className="font-sans text-sm font-normal text-ink-soft"> · this site</span>}
        </h3>
        <p className="text-xs text-ink-soft">{totalsText(totalsOf(sums))}</p>
      </div>
      <ul className="divide-y divide-line">
        {sums
          .toSorted((a, b) => b.sent - a.sent || b.received - a.received)
          .map((sum) => (
            <li key={sum.purpose} className="flex items-baseline gap-3 px-4 py-2.5 text-sm">
              <span className="min-w-0 flex-1">
                {PURPOSE_TEXTS[sum.purpose]}
                <span className="block text-xs text-ink-soft">
                  {countOf(sum.requests, 'request')}
                  {sum.unmeasured > 0 && `, ${count(sum.unmeasured)} of unknown size`}
                </span>
              </span>
              <Amount direction="out" value={bytes(sum.sent)} />
              <Amount direction="in" value={bytes(sum.received)} />
            </li>
          ))}
      </ul>
    </section>
  );
}

/** Bytes in one direction, in a column of its own. */
function Amount({ direction, value }: { direction: 'out' | 'in'; value: string }) {
  return (
    <span className="w-20 shrink-0 text-right whitespace-nowrap">
      {value}
      <span className="block text-xs text-ink-soft">{direction}</span>
    </span>
  );
}
