import { useAtomValue, useStore } from 'jotai';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CatalogNotice } from '../screens/asked/CatalogNotice.tsx';
import { Header } from '../parts/Header.tsx';
import { OfflineBar } from '../parts/OfflineBar.tsx';
import { Toaster } from '../parts/Toaster.tsx';
import { loadedScreens, loadScreen, type LaterScreen } from '../screens/later.ts';
import { Opening } from '../screens/welcome/Opening.tsx';
import { Nowhere } from '../screens/nowhere/Nowhere.tsx';
import { Welcome } from '../screens/welcome/Welcome.tsx';
import {
  coreStatus,
  disconnecting,
  opening,
  scanView,
  screen,
  signInSheet,
  type Screen,
} from '../state/page.ts';
import { useTexts } from '../language/use-texts.ts';
import { titleTexts } from '../texts/en/app.ts';

const SignInSheets = lazy(async () => ({
  default: (await import('../screens/sign-in/SignInSheets.tsx')).SignInSheets,
}));

const Disconnect = lazy(async () => ({
  default: (await import('../screens/leaving/Disconnect.tsx')).Disconnect,
}));

/** The screens that concern the catalog. */
const ASKS: ReadonlySet<Screen> = new Set(['welcome', 'scan', 'stamps', 'result']);

export function App() {
  const wanted = useAtomValue(screen);
  const status = useAtomValue(coreStatus);
  const waiting = useAtomValue(opening);
  const signingIn = useAtomValue(signInSheet) !== null;
  const leaves = useAtomValue(disconnecting);
  // Without the worker, only the button to try again can be drawn.
  const current = status.state === 'failed' ? 'welcome' : wanted;
  return (
    <>
      <Header />
      <Toaster />
      <div className="pt-[calc(env(safe-area-inset-top)+56px)]">
        <OfflineBar />
        <main className="mx-auto max-w-(--breakpoint-md) px-4">
          {!waiting && ASKS.has(current) && <CatalogNotice />}
          {waiting ? (
            <Opening />
          ) : current === 'welcome' ? (
            <Welcome />
          ) : current === 'nowhere' ? (
            <Nowhere />
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

/** A screen whose code is loaded later; the error boundary handles a failure. */
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

/**
 * Sets the page's title. After a change of screen, or of the scan screen's content, starts at the top with the focus on
 * the title.
 */
function Arrival({ current }: { current: Screen }) {
  const later = useAtomValue(loadedScreens);
  const drawn = current === 'welcome' || current === 'nowhere' || later[current] !== undefined;
  const ofScan = useAtomValue(scanView);
  const view = current === 'scan' ? `${current} ${ofScan}` : current;
  const last = useRef<string | null>(null);
  const title = useTexts(titleTexts)[current];
  useLayoutEffect(() => {
    if (!drawn) return;
    document.title = title;
    if (last.current === view) return;
    if (last.current !== null) {
      window.scrollTo(0, 0);
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    }
    last.current = view;
  }, [title, view, drawn]);
  return null;
}
