import { useLayoutEffect, useRef, type ReactNode, type Ref } from 'react';

export interface ActionBarProps {
  /** What the decision means, in one sentence. */
  sentence: ReactNode;
  /** The sentence's paragraph, which can take the focus. */
  sentenceRef?: Ref<HTMLParagraphElement>;
  /** The button, if there is something to decide. */
  action?: ReactNode;
  /** Above both: what went wrong. */
  children?: ReactNode;
}

/** The screen's one decision, always within the thumb's reach at the bottom. */
export function ActionBar({ sentence, sentenceRef, action, children }: ActionBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (bar.current === null ? undefined : tellHeight(bar.current)), []);
  return (
    <div
      ref={bar}
      className="fixed inset-x-0 bottom-0 z-10 max-h-[60dvh] overflow-y-auto border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      <div className="mx-auto flex max-w-(--breakpoint-md) flex-col gap-2.5 px-4 py-3">
        {children}
        <div className="flex flex-col gap-2.5 sm:flex-row sm:items-center sm:gap-6">
          <p ref={sentenceRef} tabIndex={-1} aria-live="polite" className="flex-1 text-sm font-medium">
            {sentence}
          </p>
          {action}
        </div>
      </div>
    </div>
  );
}

/** The screen leaves as much room below its content, and below what is scrolled into view. */
function tellHeight(bar: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--action-bar', `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--action-bar');
  };
}
