import { useStore } from '@nanostores/react';
import type { Texts } from './language.ts';

/** The texts of a table in the current language, for a component. */
export function useTexts<English>(table: Texts<English>): English {
  return useStore(table);
}
