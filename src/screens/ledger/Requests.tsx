import { useId, useState } from 'react';
import type { Ledger, LedgerEntry } from '../../../worker/contract.ts';
import { Button } from '../../parts/Button.tsx';
import { countOf } from '../../texts/amounts.ts';
import { requestedAt } from '../../texts/dates.ts';
import { foldedText, hostOf, PURPOSE_TEXTS, size, stateText } from '../../texts/ledger.ts';

/** Requests that are drawn at first, and with each press: a phone draws them at once. */
const PAGE = 100;

/** One by one, newest first. */
export function Requests({ ledger }: { ledger: Ledger }) {
  const [wanted, setWanted] = useState('');
  const [drawn, setDrawn] = useState(PAGE);
  const origins = [...new Set(ledger.entries.map(({ origin }) => origin))].toSorted();
  const entries = ledger.entries.filter(({ origin }) => wanted === '' || origin === wanted);
  const hidden = entries.length - drawn;
  const folded = foldedText(ledger);
  return (
    <section aria-label="Requests">
      <h2 className="text-lg">Requests, newest first</h2>
      {origins.length > 1 && <Filter origins={origins} wanted={wanted} onChange={setWanted} />}
      <ol aria-label="Requests" className="mt-3 divide-y divide-line border-y border-line">
        {entries.slice(0, drawn).map((entry) => (
          <Request key={entry.id} entry={entry} />
        ))}
      </ol>
      {hidden > 0 && (
        <Button
          variant="secondary"
          size="small"
          className="mt-3"
          onClick={() => setDrawn((before) => before + PAGE)}
        >
          Show more ({countOf(hidden, 'request')} left)
        </Button>
      )}
      {folded !== '' && <p className="mt-3 text-sm text-ink-soft">{folded}</p>}
    </section>
  );
}

interface FilterProps {
  origins: readonly string[];
  wanted: string;
  onChange: (origin: string) => void;
}

function Filter({ origins, wanted, onChange }: FilterProps) {
  const id = useId();
  return (
    <div className="mt-2 flex items-center gap-2 text-sm">
      <label htmlFor={id}>Sent to</label>
      <select
        id={id}
        value={wanted}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-11 min-w-0 rounded-md border border-line-strong bg-surface px-3"
      >
        <option value="">everybody</option>
        {origins.map((origin) => (
          <option key={origin} value={origin}>
            {hostOf(origin)}
          </option>
        ))}
      </select>
    </div>
  );
}

function Request({ entry }: { entry: LedgerEntry }) {
  const { at, purpose, method, origin, call, sent, received, state } = entry;
  const ending = stateText(state);
  return (
    <li className="py-2.5 text-sm">
      <div className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 font-semibold">{PURPOSE_TEXTS[purpose]}</span>
        <time dateTime={new Date(at).toISOString()} className="shrink-0 text-xs text-ink-soft">
          {requestedAt(at)}
        </time>
      </div>
      <p className="text-xs text-ink-soft">
        {method} {hostOf(origin)}
        {call}
      </p>
      <p className="text-xs">
        {size(sent)} out · {size(received)} in
        {ending !== '' && <span className="text-warn"> · {ending}</span>}
      </p>
    </li>
  );
}
