import { useId } from 'react';
import { SLOT_COUNT } from '../../catalog/slot.ts';
import type { SlotState } from '../state/slot-states.ts';

export const SLOTS_PER_ROW = 10;
/** The drawing is 200 units wide: 20 for each stamp, with a picture of 15 in the middle. */
const CELL = 20;
const INSET = 2.5;
const PICTURE = CELL - 2 * INSET;
/** Number of different engravings for found slots. */
const ENGRAVINGS = 5;
/** Delay between stamps of the same event in milliseconds, for at most nine of them. */
const STAGGER_MS = 30;
/** Degrees by which a shown stamp is turned. */
const TURN = 5;

export interface SlotSheetProps {
  /** One state for each slot; missing ones are empty. */
  states: readonly SlotState[];
  /** The picture's text for a screen reader; without it the picture is hidden. */
  label?: string;
  className?: string;
}

/** The product's picture: 10 × 10 perforated stamps that fill in order of arrival. */
export function SlotSheet({ states, label, className = '' }: SlotSheetProps) {
  const id = useId();
  return (
    <div className={`lifted ${className}`}>
      <div className="sheet-frame">
        <div className="sheet">
          <svg
            viewBox="0 0 200 200"
            {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
            className="block w-full"
          >
            <path d={framesOf(states)} className="slot-empty" />
            {states.includes('own') && <Engravings id={id} />}
            {states.map(
              (state, slot) =>
                state !== 'empty' && (
                  <Slot
                    // A slot has no other name than its number.
                    // oxlint-disable-next-line react/no-array-index-key
                    key={slot}
                    slot={slot}
                    state={state}
                    engraving={`${id}-${slot % ENGRAVINGS}`}
                  />
                ),
            )}
          </svg>
        </div>
      </div>
    </div>
  );
}

/** The frames of all empty slots as one path, because the sheet is part of the first paint and mostly empty. */
function framesOf(states: readonly SlotState[]): string {
  const empty = Array.from({ length: SLOT_COUNT }, (_, slot) => slot).filter(
    (slot) => (states[slot] ?? 'empty') === 'empty',
  );
  return empty
    .map((slot) => `M${columnOf(slot) + INSET} ${rowOf(slot) + INSET}h${PICTURE}v${PICTURE}h${-PICTURE}z`)
    .join('');
}

/** Where a slot's cell begins, in units of the drawing. */
function columnOf(slot: number): number {
  return (slot % SLOTS_PER_ROW) * CELL;
}

function rowOf(slot: number): number {
  return Math.floor(slot / SLOTS_PER_ROW) * CELL;
}

interface SlotProps {
  slot: number;
  state: SlotState;
  engraving: string;
}

function Slot({ slot, state, engraving }: SlotProps) {
  return (
    <g transform={`translate(${columnOf(slot)} ${rowOf(slot)})`}>
      <g
        key={state}
        className="slot-filled"
        style={{ animationDelay: `${((slot * 7) % SLOTS_PER_ROW) * STAGGER_MS}ms` }}
      >
        <SlotPicture state={state} engraving={engraving} turn={slot % 2 === 0 ? -TURN : TURN} />
      </g>
    </g>
  );
}

/** A single slot as it looks in the sheet. */
export function SlotStamp({
  slot,
  state,
  className = '',
}: Omit<SlotProps, 'engraving'> & { className?: string }) {
  const id = useId();
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={className}>
      <Engravings id={id} />
      <rect width={CELL} height={CELL} className="fill-stamp" />
      <SlotPicture state={state} engraving={`${id}-${slot % ENGRAVINGS}`} />
    </svg>
  );
}

export interface SlotPictureProps {
  state: SlotState;
  /** Id of the pattern over a found stamp's ink. */
  engraving?: string;
  /** Degrees by which a shown stamp is turned. */
  turn?: number;
}

/** One slot in a drawing of 20 × 20 units. */
export function SlotPicture({ state, engraving, turn = -TURN }: SlotPictureProps) {
  const box = { x: INSET, y: INSET, width: PICTURE, height: PICTURE };
  switch (state) {
    case 'empty':
      return <rect {...box} className="slot-empty" />;
    case 'own':
      return (
        <>
          <rect {...box} className="fill-ink" />
          {engraving !== undefined && <rect {...box} fill={`url(#${engraving})`} />}
        </>
      );
    case 'pencil':
      return (
        <>
          <rect {...box} className="slot-empty" />
          <path d={SCRIBBLE} className="slot-pencil" />
        </>
      );
    case 'shared':
    case 'shown':
      return (
        <g transform={state === 'shown' ? `rotate(${turn} ${CELL / 2} ${CELL / 2})` : undefined}>
          <rect {...box} className="fill-accent" />
          <circle cx={CELL / 2} cy={CELL / 2} r={4.2} className="slot-ring" />
          {state === 'shown' && <path d={CANCELLATION} className="slot-cancel" />}
        </g>
      );
    default:
      return state satisfies never;
  }
}

/** Pencil strokes from side to side. */
const SCRIBBLE = 'M4.5 11.5l3.6-6-1.2 9 5-9.5-2.2 10 4.6-8';

/** The waves of a cancelled stamp. */
const CANCELLATION = [7, 10, 13].map((y) => `M${INSET} ${y}q1.9-1.6 3.75 0t3.75 0 3.75 0 3.75 0`).join('');

/** Line work of old stamps, in the paper's colour over the ink. */
function Engravings({ id }: { id: string }) {
  const line = { className: 'slot-engraving' };
  return (
    <defs>
      <pattern id={`${id}-0`} width="20" height="2" patternUnits="userSpaceOnUse">
        <path d="M0 1H20" {...line} />
      </pattern>
      <pattern
        id={`${id}-1`}
        width="2.6"
        height="2.6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <path d="M0 1.3H2.6" {...line} />
      </pattern>
      <pattern id={`${id}-2`} width="5" height="3" patternUnits="userSpaceOnUse">
        <path d="M0 1.5q1.25-1.8 2.5 0t2.5 0" {...line} />
      </pattern>
      <pattern id={`${id}-3`} width="20" height="20" patternUnits="userSpaceOnUse">
        <path
          d="M10 8.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3M10 6a4 4 0 1 1 0 8a4 4 0 1 1 0-8M10 3.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13"
          {...line}
        />
      </pattern>
      <pattern id={`${id}-4`} width="3" height="3" patternUnits="userSpaceOnUse">
        <path d="M0 1.5H3M1.5 0V3" {...line} />
      </pattern>
    </defs>
  );
}
