import { useAtomValue } from 'jotai';
import { useTexts } from '../language/use-texts.ts';
import { organiserName } from '../state/core.ts';
import { askedTexts } from '../texts/en/asked.ts';

/** The name of the organiser that asks, or what it is called while that is not known. */
export function useOrganiser(): string {
  const { theOrganiser } = useTexts(askedTexts);
  return useAtomValue(organiserName) ?? theOrganiser;
}
