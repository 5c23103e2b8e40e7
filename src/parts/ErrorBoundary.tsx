import { Component, type ReactNode } from 'react';
import { AgainIcon, AlertIcon } from '../icons/set.tsx';
import { Button } from './Button.tsx';

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
        className="mx-auto grid min-h-dvh max-w-md content-center justify-items-start gap-4 px-6"
        role="alert"
      >
        <AlertIcon size={34} className="text-bad" />
        <h1 className="text-xl">This screen could not be drawn</h1>
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
