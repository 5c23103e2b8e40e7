import { useId, useState } from 'react';
import type { Ledger, LedgerEntry } from '../../../worker/contract.ts';
import { Breakable } from '../../parts/Breakable.tsx';
import { Button } from '../../parts/Button.tsx';
import { requestedAt } from '../../texts/dates.ts';
import { foldedText, hostOf, purposeText, size, stateText } from '../../texts/ledger.ts';
import { useTexts } from '../../language/use-texts.ts';
import { ledgerTexts } from '../../texts/en/ledger.ts';

/** Requests drawn at first and with each press; as many as a phone draws at once. */
const PAGE = 100;

/** One by one, newest first. */
export function Requests({ ledger }: { ledger: Ledger }) {
  const t = useTexts(ledgerTexts);
  const [wanted, setWanted] = useState('');
  const [drawn, setDrawn] = useState(PAGE);
  const origins = [...new Set(ledger.entries.map(({ origin }) => origin))].toSorted();
  const entries = ledger.entries.filter(({ origin }) => wanted === '' || origin === wanted);
  const hidden = entries.length - drawn;
  const folded = foldedText(ledger);
  return (
    <section aria-label={t.requests}>
      <h2 className="text-lg">{t.newestFirst}</h2>
      {origins.length > 1 && <Filter origins={origins} wanted={wanted} onChange={setWanted} />}
      <ol aria-label={t.requests} className="mt-3 divide-y divide-line border-y border-line">
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
          {t.showMore(hidden)}
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
  const t = useTexts(ledgerTexts);
  const id = useId();
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2 text-sm">
      <label htmlFor={id}>{t.sentTo}</label>
      <select
        id={id}
        value={wanted}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-11 min-w-0 rounded-md border border-line-strong bg-surface px-3"
      >
        <option value="">{t.everybody}</option>
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
  const t = useTexts(ledgerTexts);
  const { at, purpose, method, origin, call, sent, received, state } = entry;
  const ending = stateText(state);
  return (
    <li className="py-2.5 text-sm">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span className="min-w-[min(100%,9rem)] flex-1 font-semibold">{purposeText(purpose)}</span>
        <time dateTime={new Date(at).toISOString()} className="shrink-0 text-xs text-ink-soft">
          {requestedAt(at)}
        </time>
      </div>
      <p className="text-xs text-ink-soft">
        {method} <Breakable>{hostOf(origin) + call}</Breakable>
      </p>
      <p className="text-xs">
        {t.outAndIn({ sent: size(sent), received: size(received) })}
        {ending !== '' && <span className="text-warn"> · {ending}</span>}
      </p>
    </li>
  );
}
