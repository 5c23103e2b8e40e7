import { useAtomValue } from 'jotai';
import { Header } from './parts/Header.tsx';
import { Toaster } from './parts/Toaster.tsx';
import { Welcome } from './screens/Welcome.tsx';
import { screen } from './state/page.ts';

export function App() {
  useAtomValue(screen);
  return (
    <>
      <Header />
      <Toaster />
      <main className="mx-auto max-w-(--breakpoint-md) px-4 pt-[calc(env(safe-area-inset-top)+3.5rem)]">
        <Welcome />
      </main>
    </>
  );
}
