import type { ReactNode } from 'react';
import { ChevronIcon } from '../icons/set.tsx';

export interface DisclosureProps {
  summary: string;
  /** Called when it is opened or closed. */
  onToggle?: (open: boolean) => void;
  children: ReactNode;
}

/** An unobtrusive line of a card that opens on tap, Enter or Space, with the browser's own element. */
export function Disclosure({ summary, onToggle, children }: DisclosureProps) {
  return (
    <details
      className="group text-left text-sm text-ink-soft open:bg-surface first:rounded-t-md last:rounded-b-md"
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary className="flex min-h-11 list-none items-center gap-2 py-2 pr-3 pl-4 [&::-webkit-details-marker]:hidden">
        <span className="flex-1">{summary}</span>
        <ChevronIcon size={20} className="shrink-0 transition-transform duration-150 group-open:rotate-180" />
      </summary>
      <div className="px-4 pt-1 pb-4">{children}</div>
    </details>
  );
}
