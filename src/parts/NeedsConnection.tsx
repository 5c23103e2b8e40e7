import { useAtomValue } from 'jotai';
import { connection } from '../state/page.ts';

/** Below a button that is off while there is no network: why, and that it comes back by itself. */
export function NeedsConnection({ what }: { what: string }) {
  if (useAtomValue(connection) === 'online') return null;
  return (
    <p className="text-center text-sm text-ink-soft">{what} needs a connection. It works again with one.</p>
  );
}
