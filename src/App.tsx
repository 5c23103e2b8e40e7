import { useAtomValue, useStore } from 'jotai';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Header } from './parts/Header.tsx';
import { OfflineBar } from './parts/OfflineBar.tsx';
import { Toaster } from './parts/Toaster.tsx';
import { loadedScreens, loadScreen, type LaterScreen } from './screens/later.ts';
import { Opening } from './screens/Opening.tsx';
import { Welcome } from './screens/Welcome.tsx';
import {
  coreStatus,
  disconnecting,
  opening,
  scanView,
  screen,
  signInSheet,
  type Screen,
} from './state/page.ts';

const SignInSheets = lazy(async () => ({
  default: (await import('./screens/sign-in/SignInSheets.tsx')).SignInSheets,
}));

const Disconnect = lazy(async () => ({ default: (await import('./screens/Disconnect.tsx')).Disconnect }));

const TITLES: Readonly<Record<Screen, string>> = {
  welcome: 'Waystamp',
  scan: 'Scan · Waystamp',
  facts: 'Your stamps · Waystamp',
  result: 'Result · Waystamp',
  shown: 'What you have shown · Waystamp',
  ledger: 'Privacy ledger · Waystamp',
  benchmarks: 'Benchmarks on this device · Waystamp',
};

export function App() {
  const wanted = useAtomValue(screen);
  const status = useAtomValue(coreStatus);
  const waiting = useAtomValue(opening);
  const signingIn = useAtomValue(signInSheet) !== null;
  const leaves = useAtomValue(disconnecting);
  // Without the worker there is nothing to draw but the way to try again.
  const current = status.state === 'failed' ? 'welcome' : wanted;
  return (
    <>
      <Header />
      <Toaster />
      <div className="pt-[calc(env(safe-area-inset-top)+3.5rem)]">
        <OfflineBar />
        <main className="mx-auto max-w-(--breakpoint-md) px-4">
          {waiting ? (
            <Opening />
          ) : current === 'welcome' ? (
            <Welcome />
          ) : (
            <Later key={current} name={current} />
          )}
        </main>
      </div>
      {!waiting && <Arrival current={current} />}
      {signingIn && (
        <Suspense fallback={null}>
          <SignInSheets />
        </Suspense>
      )}
      {leaves && (
        <Suspense fallback={null}>
          <Disconnect />
        </Suspense>
      )}
    </>
  );
}

/** A screen whose code came later; the error boundary takes over when it cannot be had. */
function Later({ name }: { name: LaterScreen }) {
  const store = useStore();
  const View = useAtomValue(loadedScreens)[name];
  const [failure, setFailure] = useState<Error | null>(null);
  useEffect(() => {
    if (View !== undefined) return;
    loadScreen(store, name).catch((error: unknown) => {
      setFailure(error instanceof Error ? error : new Error(String(error)));
    });
  }, [store, name, View]);
  if (failure !== null) throw failure;
  return View === undefined ? null : <View />;
}

/** Names the page; a change of screen, or of what the scan's one shows, starts at the top with the focus on the title. */
function Arrival({ current }: { current: Screen }) {
  const drawn = useAtomValue(loadedScreens)[current] !== undefined || current === 'welcome';
  const ofScan = useAtomValue(scanView);
  const view = current === 'scan' ? `${current} ${ofScan}` : current;
  const last = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (!drawn || last.current === view) return;
    document.title = TITLES[current];
    if (last.current !== null) {
      window.scrollTo(0, 0);
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    }
    last.current = view;
  }, [current, view, drawn]);
  return null;
}
