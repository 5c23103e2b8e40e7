import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { resolveValue, useToaster, type Toast } from 'react-hot-toast/headless';
import { AlertIcon, CheckIcon, InfoIcon } from '../icons/set.tsx';
import { openSheets } from '../state/page.ts';
import { TOAST_MS } from '../state/toasts.ts';
import { Breakable } from './Breakable.tsx';
import { UpdateToast } from './UpdateToast.tsx';

/**
 * Draws the toasts: top centre, 5000 ms, at most medium-screen wide, held while the pointer is over them. The region
 * exists before the first toast, so that assistive technology announces it. A modal sheet makes the rest of the page
 * inert, so while one is open the region is part of it.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster({ duration: TOAST_MS });
  const sheet = useAtomValue(openSheets).at(-1);
  const region = (
    <Region hold={handlers.startPause} release={handlers.endPause}>
      <UpdateToast />
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </Region>
  );
  return sheet === undefined ? region : createPortal(region, sheet);
}

/**
 * A popover is above the sheets and not clipped by them. It starts over the header's lower edge, below its buttons, so
 * that a toast of two lines ends above the screen's title.
 */
function Region({ hold, release, children }: { hold: () => void; release: () => void; children: ReactNode }) {
  const leave = useEffectEvent(release);
  // A region removed from under the pointer gets no leave event.
  useEffect(() => () => leave(), []);
  return (
    <div
      popover="manual"
      ref={show}
      aria-live="polite"
      onMouseEnter={hold}
      onMouseLeave={release}
      className="pointer-events-none fixed inset-x-0 top-[calc(env(safe-area-inset-top)+44px)] bottom-auto mx-auto flex w-full max-w-(--breakpoint-md) flex-col items-center gap-2 overflow-visible bg-transparent px-4"
    >
      {children}
    </div>
  );
}

function show(region: HTMLElement | null): void {
  region?.showPopover();
}

function ToastCard({ toast }: { toast: Toast }) {
  const message = resolveValue(toast.message, toast);
  return (
    <div
      role={toast.type === 'error' ? 'alert' : undefined}
      className={`pointer-events-auto flex max-w-full items-start gap-2.5 rounded-md border border-line bg-surface px-4 py-3 text-sm font-medium text-ink shadow-lift transition-opacity duration-150 ${toast.visible ? 'animate-rise opacity-100' : 'opacity-0'}`}
    >
      <ToastIcon type={toast.type} />
      <span>{typeof message === 'string' ? <Breakable>{message}</Breakable> : message}</span>
    </div>
  );
}

function ToastIcon({ type }: Pick<Toast, 'type'>) {
  if (type === 'error') return <AlertIcon size={20} className="text-bad" />;
  if (type === 'success') return <CheckIcon size={20} className="text-good" />;
  return <InfoIcon size={20} className="text-seal" />;
}
