import { createContext, use } from 'react';
import type { Actions } from './actions.ts';

export const ActionsContext = createContext<Actions | null>(null);

/** Everything a person can do, from anywhere in the tree. */
export function useActions(): Actions {
  const actions = use(ActionsContext);
  if (actions === null) throw new Error('useActions needs <ActionsContext>');
  return actions;
}
