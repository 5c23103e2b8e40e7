import { createStore, Provider } from 'jotai';
import { startTransition, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ActionsContext } from './actions-context.ts';
import { App } from './App.tsx';
import { boot } from './boot.ts';
import { ErrorBoundary } from './parts/ErrorBoundary.tsx';
import './styles/app.css';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');

const page = createRoot(root);
// A transition is drawn in slices, so that a slow phone answers to a touch meanwhile.
startTransition(() =>
  page.render(
    <ErrorBoundary>
      <Waystamp />
    </ErrorBoundary>,
  ),
);

/** Put together inside the boundary, so that a failure there is told as well. */
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
