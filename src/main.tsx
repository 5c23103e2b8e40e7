import { createStore, Provider } from 'jotai';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ActionsContext } from './actions-context.ts';
import { App } from './App.tsx';
import { boot } from './boot.ts';
import { ErrorBoundary } from './parts/ErrorBoundary.tsx';
import './styles/app.css';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <ErrorBoundary>
    <Waystamp />
  </ErrorBoundary>,
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
