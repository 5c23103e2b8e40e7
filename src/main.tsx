import { createStore, Provider } from 'jotai';
import { createRoot } from 'react-dom/client';
import { ActionsContext } from './actions-context.ts';
import { App } from './App.tsx';
import { boot } from './boot.ts';
import { ErrorBoundary } from './parts/ErrorBoundary.tsx';
import './styles/app.css';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');

const store = createStore();
const actions = boot(store);

createRoot(root).render(
  <ErrorBoundary>
    <Provider store={store}>
      <ActionsContext value={actions}>
        <App />
      </ActionsContext>
    </Provider>
  </ErrorBoundary>,
);
