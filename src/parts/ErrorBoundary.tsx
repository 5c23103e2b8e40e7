import { Component, type ReactNode } from 'react';
import { AgainIcon, AlertIcon } from '../icons/set.tsx';
import { Button } from './Button.tsx';
import { ScreenTitle } from './ScreenTitle.tsx';

/** The last net: a screen that cannot be drawn keeps the data on the device and offers a restart. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main
        ref={focusTitle}
        className="mx-auto grid min-h-dvh max-w-md content-center justify-items-start gap-4 px-6"
      >
        <AlertIcon size={34} className="text-bad" />
        <ScreenTitle>This screen could not be drawn</ScreenTitle>
        <p className="text-ink-soft">
          Everything that was found is still on this device. Restart Waystamp to go on where you were.
        </p>
        <Button icon={AgainIcon} onClick={() => location.reload()}>
          Restart
        </Button>
      </main>
    );
  }
}

/** What had the focus is gone with the screen. */
function focusTitle(screen: HTMLElement | null): void {
  screen?.querySelector('h1')?.focus();
}
