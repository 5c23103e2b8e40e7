import { resolveValue, useToaster, type Toast } from 'react-hot-toast/headless';
import { AlertIcon, CheckIcon, InfoIcon } from '../icons/set.tsx';
import { TOAST_MS } from '../toasts.ts';
import { UpdateToast } from './UpdateToast.tsx';

/**
 * Draws the toasts: top centre, 5000 ms, at most medium-screen wide, held while the pointer rests on them. The
 * region is there before its first toast, so that assistive technology hears of it.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster({ duration: TOAST_MS });
  return (
    <div
      aria-live="polite"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      className="pointer-events-none fixed inset-x-0 top-[calc(env(safe-area-inset-top)+4.25rem)] z-40 mx-auto flex max-w-(--breakpoint-md) flex-col items-center gap-2 px-4"
    >
      <UpdateToast />
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  return (
    <div
      role={toast.type === 'error' ? 'alert' : undefined}
      className={`pointer-events-auto flex max-w-full items-start gap-2.5 rounded-md border border-line bg-surface px-4 py-3 text-sm font-medium text-ink shadow-lift transition-opacity duration-150 ${toast.visible ? 'animate-rise opacity-100' : 'opacity-0'}`}
    >
      <ToastIcon type={toast.type} />
      <span>{resolveValue(toast.message, toast)}</span>
    </div>
  );
}

function ToastIcon({ type }: Pick<Toast, 'type'>) {
  if (type === 'error') return <AlertIcon size={20} className="text-bad" />;
  if (type === 'success') return <CheckIcon size={20} className="text-good" />;
  return <InfoIcon size={20} className="text-seal" />;
}
