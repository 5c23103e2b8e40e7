import type { ReactNode } from 'react';

/** The screen's one decision, always within the thumb's reach at the bottom. */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]">
      <div className="mx-auto flex max-w-(--breakpoint-md) flex-col gap-2.5 px-4 py-3">{children}</div>
    </div>
  );
}
