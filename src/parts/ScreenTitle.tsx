import type { ReactNode } from 'react';

/** A screen's only h1. It takes the focus when its screen opens (`App.tsx`), so that reading starts there. */
export function ScreenTitle({ children }: { children: ReactNode }) {
  return (
    <h1 tabIndex={-1} className="text-2xl text-balance">
      {children}
    </h1>
  );
}
