import type { CatalogEvent } from '../../catalog/schema.ts';
import type { Fact } from '../../worker/contract.ts';
import { countOf } from '../texts/amounts.ts';
import { eventDate, postmarkDate } from '../texts/dates.ts';
import { Postmark, type PostmarkRing } from './Postmark.tsx';
import { textsOf } from '../language/language.ts';
import { stampsTexts } from '../texts/en/stamps.ts';

/** Largest turn of a pressed stamp in degrees, either way. */
const MOST_TURN = 4;
/** Smallest turn; less looks like a mistake. */
const LEAST_TURN = 1.5;

/** A small turn derived from the fact's name, from −4° to 4°. */
export function turnOf(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1000;
  const size = LEAST_TURN + (hash / 1000) * (MOST_TURN - LEAST_TURN);
  return hash % 2 === 0 ? size : -size;
}

/** The ring that shows where a fact comes from. */
export function ringOf(fact: Fact): PostmarkRing {
  if (fact.origin === 'person') return 'pencil';
  return fact.list === 'verifiedTravelEvents' ? 'full' : 'dashed';
}

/** The domain whose signature verifies the fact; undefined when none does. */
export function signerOf(fact: Fact): string | undefined {
  return fact.mails.find((mail) => mail.signature !== null)?.signature?.domain;
}

export interface FactStampProps {
  fact: Fact;
  event: CatalogEvent | undefined;
  onOpen: () => void;
}

/** A found fact as a stamp; it opens its evidence. */
export function FactStamp({ fact, event, onOpen }: FactStampProps) {
  const ring = ringOf(fact);
  const ink = ring === 'full' ? 'text-seal' : ring === 'pencil' ? 'text-pencil' : 'text-ink-soft';
  return (
    <button
      type="button"
      onClick={onOpen}
      className="lifted w-full animate-press rounded-sm transition-transform duration-150 ease-out hover:-translate-y-0.5"
    >
      <span className="sr-only">{spoken(fact, event)}</span>
      <span aria-hidden="true" className="perforated flex h-full bg-stamp p-[9px]">
        <span className="flex w-full flex-col items-center border border-line px-2 pt-3.5 pb-3">
          <Postmark
            ring={ring}
            domain={signerOf(fact)}
            lines={event === undefined ? undefined : postmarkDate(event.starts, event.ends)}
            className={`w-[74%] max-w-32 ${ink}`}
          />
          <span className="mt-2.5 font-display text-base leading-tight font-bold text-balance">
            {fact.name}
          </span>
          {event !== undefined && <span className="mt-0.5 text-xs text-ink-soft">{event.place.name}</span>}
          <span className={`mt-auto pt-1.5 text-xs font-semibold ${ink}`}>{origin(fact)}</span>
        </span>
      </span>
    </button>
  );
}

/** The text of the whole stamp for a screen reader. */
function spoken(fact: Fact, event: CatalogEvent | undefined): string {
  const when = event === undefined ? [] : [eventDate(event.starts, event.ends), event.place.name];
  return [fact.name, ...when, origin(fact)].join(', ');
}

function origin(fact: Fact): string {
  const { tickedByYou, notCompared } = textsOf(stampsTexts);
  if (fact.origin === 'person') return tickedByYou;
  if (!fact.counts) return notCompared;
  return countOf(fact.mails.length, 'mail');
}
