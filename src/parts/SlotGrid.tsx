import { memo, useRef, useState, type KeyboardEvent } from 'react';
import { cellAfterKey } from './grid-keys.ts';
import type { SlotState } from '../state/slot-states.ts';
import { SlotSheet, SLOTS_PER_ROW } from './SlotSheet.tsx';

export interface SlotGridProps {
  /** One state for each slot. */
  states: readonly SlotState[];
  /** One name for each slot, for assistive technology. */
  names: readonly string[];
  /** A label for the whole sheet. */
  label: string;
  /** Must stay the same function, or every slot is redrawn. */
  onOpen: (slot: number) => void;
  className?: string;
}

/**
 * The sheet whose stamps open on tap. One of them is in the tab order; arrow keys reach the others, and Enter opens one
 * (WAI-ARIA APG, grid pattern).
 */
export function SlotGrid({ states, names, label, onOpen, className = '' }: SlotGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [visited, setVisited] = useState<number | null>(null);
  // At first, Tab leads to the first stamp with content.
  const current =
    visited ??
    Math.max(
      0,
      states.findIndex((state) => state !== 'empty'),
    );
  const rows = Math.ceil(names.length / SLOTS_PER_ROW);

  function move(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey || event.shiftKey) return;
    const next = cellAfterKey(event, current, rows, SLOTS_PER_ROW);
    if (next === null) return;
    event.preventDefault();
    grid.current?.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div className={`relative ${className}`}>
      <SlotSheet states={states} />
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-readonly="true"
        onKeyDown={move}
        className="absolute inset-0 flex flex-col"
      >
        {Array.from({ length: rows }, (_, row) => (
          // Rows and slots have no other name than their number.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={row} role="row" className="flex flex-1">
            {names.slice(row * SLOTS_PER_ROW, (row + 1) * SLOTS_PER_ROW).map((name, column) => (
              <Cell
                // oxlint-disable-next-line react/no-array-index-key
                key={column}
                slot={row * SLOTS_PER_ROW + column}
                name={name}
                inTabOrder={row * SLOTS_PER_ROW + column === current}
                onVisit={setVisited}
                onOpen={onOpen}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

interface CellProps {
  slot: number;
  name: string;
  inTabOrder: boolean;
  onVisit: (slot: number) => void;
  onOpen: (slot: number) => void;
}

const Cell = memo(({ slot, name, inTabOrder, onVisit, onOpen }: CellProps) => (
  <div role="gridcell" className="flex flex-1">
    <button
      type="button"
      aria-label={name}
      aria-haspopup="dialog"
      tabIndex={inTabOrder ? 0 : -1}
      onFocus={() => onVisit(slot)}
      onClick={() => onOpen(slot)}
      className="relative flex-1 hover:outline-2 hover:-outline-offset-2 hover:outline-line-strong focus-visible:z-10 focus-visible:outline-offset-0"
    />
  </div>
));
