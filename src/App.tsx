import { useAtomValue } from 'jotai';
import { lazy, Suspense, useEffect, useRef, type ComponentType } from 'react';
import { Header } from './parts/Header.tsx';
import { OfflineBar } from './parts/OfflineBar.tsx';
import { Toaster } from './parts/Toaster.tsx';
import { Welcome } from './screens/Welcome.tsx';
import { coreStatus, googleSignIn, screen, type Screen } from './state/page.ts';

// Only the first screen comes with the first load.
const Scan = lazy(async () => ({ default: (await import('./screens/Scan.tsx')).Scan }));
const Facts = lazy(async () => ({ default: (await import('./screens/Facts.tsx')).Facts }));
const Result = lazy(async () => ({ default: (await import('./screens/Result.tsx')).Result }));
const GoogleSignIn = lazy(async () => ({
  default: (await import('./screens/GoogleSignIn.tsx')).GoogleSignIn,
}));

const VIEWS: Readonly<Record<Screen, ComponentType>> = {
  welcome: Welcome,
  scan: Scan,
  facts: Facts,
  result: Result,
};

const TITLES: Readonly<Record<Screen, string>> = {
  welcome: 'Waystamp',
  scan: 'Scan · Waystamp',
  facts: 'Your stamps · Waystamp',
  result: 'Result · Waystamp',
};

export function App() {
  const current = useAtomValue(screen);
  const status = useAtomValue(coreStatus);
  const offersGoogle = useAtomValue(googleSignIn) !== null;
  const View = VIEWS[status.state === 'failed' ? 'welcome' : current];
  return (
    <>
      <Header />
      <Toaster />
      <div className="pt-[calc(env(safe-area-inset-top)+3.5rem)]">
        <OfflineBar />
        <main className="mx-auto max-w-(--breakpoint-md) px-4">
          <Suspense fallback={null}>
            <View key={current} />
            <Arrival current={current} />
          </Suspense>
        </main>
      </div>
      {offersGoogle && (
        <Suspense fallback={null}>
          <GoogleSignIn />
        </Suspense>
      )}
    </>
  );
}

/** Names the page and moves the focus to the screen's title, except on the first load. */
function Arrival({ current }: { current: Screen }) {
  const first = useRef(true);
  useEffect(() => {
    document.title = TITLES[current];
    if (first.current) first.current = false;
    else document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [current]);
  return null;
}
