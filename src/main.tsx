import { createStore, Provider } from 'jotai';
import { startTransition, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ActionsContext } from './actions/context.ts';
import { App } from './app/App.tsx';
import { boot } from './app/boot.ts';
import { ErrorBoundary } from './parts/ErrorBoundary.tsx';
import './styles/app.css';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');

const page = createRoot(root);
// A transition is rendered in slices, so that a slow phone still answers to touch.
startTransition(() =>
  page.render(
    <ErrorBoundary>
      <Waystamp />
    </ErrorBoundary>,
  ),
);

/** Assembled inside the boundary, so that a failure there is reported as well. */
function Waystamp() {
  const [{ store, actions }] = useState(() => {
    const created = createStore();
    return { store: created, actions: boot(created) };
  });
  return (
    <Provider store={store}>
      <ActionsContext value={actions}>
        <App />
      </ActionsContext>
    </Provider>
  );
}
