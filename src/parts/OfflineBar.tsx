import { useAtomValue } from 'jotai';
import { OfflineIcon } from '../icons/set.tsx';
import { connection } from '../state/page.ts';
import { useTexts } from '../language/use-texts.ts';
import { appTexts } from '../texts/en/app.ts';

/** Says that there is no network, and what still works. */
export function OfflineBar() {
  const t = useTexts(appTexts);
  const offline = useAtomValue(connection) === 'offline';
  return (
    <output className="block">
      {offline && (
        <span className="mx-auto flex max-w-(--breakpoint-md) items-center gap-2.5 px-4 py-2 text-sm text-warn">
          <OfflineIcon size={20} />
          {t.offline}
        </span>
      )}
    </output>
  );
}
