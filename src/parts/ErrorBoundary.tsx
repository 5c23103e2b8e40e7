import { Component, type ReactNode } from 'react';
import { AgainIcon, AlertIcon } from '../icons/set.tsx';
import { Button } from './Button.tsx';
import { ScreenTitle } from './ScreenTitle.tsx';
import { textsOf } from '../language/language.ts';
import { buttonTexts } from '../texts/en/buttons.ts';
import { problemTexts } from '../texts/en/problems.ts';

/** The last safety net: if a screen cannot be drawn, the data stays on the device and a restart is offered. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const t = textsOf(problemTexts);
    return (
      <main
        ref={focusTitle}
        className="mx-auto grid min-h-dvh max-w-md content-center justify-items-start gap-4 px-6"
      >
        <AlertIcon size={34} className="text-bad" />
        <ScreenTitle>{t.notDrawn}</ScreenTitle>
        <p className="text-ink-soft">{t.notDrawnMore}</p>
        <Button icon={AgainIcon} onClick={() => location.reload()}>
          {textsOf(buttonTexts).restart}
        </Button>
      </main>
    );
  }
}

/** The focused element is gone with the screen. */
function focusTitle(screen: HTMLElement | null): void {
  screen?.querySelector('h1')?.focus();
}
