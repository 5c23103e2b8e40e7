import { useSetAtom } from 'jotai';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { CloseIcon } from '../icons/set.tsx';
import { openSheets } from '../state/page.ts';
import { Button } from './Button.tsx';
import { useTexts } from '../language/use-texts.ts';
import { buttonTexts } from '../texts/en/buttons.ts';

export interface BottomSheetProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Always visible below the content. */
  footer?: ReactNode;
}

/**
 * A sheet from below over the screen. The browser's own modal dialog keeps the focus inside, closes on Escape and
 * gives the focus back to what opened it.
 */
export function BottomSheet({ title, onClose, children, footer }: BottomSheetProps) {
  const t = useTexts(buttonTexts);
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const setSheets = useSetAtom(openSheets);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    if (!element.open) element.showModal();
    setSheets((sheets) => [...sheets, element]);
    // Only the backdrop is the dialog itself; everything else is a descendant. By keyboard, Escape closes it.
    const closeFromBackdrop = (event: MouseEvent): void => {
      if (event.target === element) element.close();
    };
    element.addEventListener('click', closeFromBackdrop);
    return () => {
      element.removeEventListener('click', closeFromBackdrop);
      setSheets((sheets) => sheets.filter((sheet) => sheet !== element));
      // An open dialog removed from the page would take the focus with it.
      element.close();
    };
  }, [setSheets]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onClose={onClose}
      className="sheet-dialog m-0 mx-auto mt-auto max-h-[88dvh] w-full max-w-xl overflow-y-auto overscroll-contain rounded-t-md bg-surface text-ink shadow-lift sm:mb-8 sm:rounded-md"
    >
      <div className="sticky top-0 z-10 flex items-center justify-between gap-3 border-b border-line bg-surface py-2 pr-2 pl-5">
        <h2 id={heading} className="text-lg">
          {title}
        </h2>
        <Button
          variant="transparent"
          size="small"
          aria-label={t.close}
          onClick={() => dialog.current?.close()}
          icon={CloseIcon}
        />
      </div>
      <div className="px-5 pt-4 pb-[calc(env(safe-area-inset-bottom)+20px)]">{children}</div>
      {footer !== undefined && (
        <div className="sticky bottom-0 border-t border-line bg-surface px-5 pt-3 pb-[calc(env(safe-area-inset-bottom)+12px)]">
          {footer}
        </div>
      )}
    </dialog>
  );
}
