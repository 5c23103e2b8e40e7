import { useAtomValue } from 'jotai';
import { connection } from '../state/page.ts';
import { useTexts } from '../language/use-texts.ts';
import { appTexts } from '../texts/en/app.ts';

/** The text below a button that is disabled without a network: the reason, and that it comes back by itself. */
export function NeedsConnection({ what }: { what: string }) {
  const t = useTexts(appTexts);
  if (useAtomValue(connection) === 'online') return null;
  return <p className="text-center text-sm text-ink-soft">{t.needsConnection({ what })}</p>;
}
