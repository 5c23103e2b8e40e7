import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { AppError } from '../../../worker/contract.ts';
import { useActions } from '../../actions/context.ts';
import { DownloadIcon } from '../../icons/set.tsx';
import { Button } from '../../parts/Button.tsx';
import { NeedsConnection } from '../../parts/NeedsConnection.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { ServerParts } from '../../parts/ServerParts.tsx';
import { ShownButton } from '../../parts/ShownButton.tsx';
import { loggedInGmail, session, shown } from '../../state/core.ts';
import { connection } from '../../state/page.ts';
import { atTheServer, recordExplained } from '../../texts/server-record.ts';
import { Erase } from '../leaving/Erase.tsx';
import { useTexts } from '../../language/use-texts.ts';
import { serverTexts } from '../../texts/en/server-record.ts';

/** The server's record of the person, to view and to download. */
export function AtTheServer() {
  const t = useTexts(serverTexts);
  const { downloadHoldings, signIn } = useActions();
  const signedIn = useAtomValue(session) !== null;
  const address = useAtomValue(loggedInGmail);
  const known = useAtomValue(shown);
  const offline = useAtomValue(connection) === 'offline';
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<AppError | null>(null);

  async function download(): Promise<void> {
    setRunning(true);
    setError(await downloadHoldings(recordExplained()));
    setRunning(false);
  }

  return (
    <section aria-label={t.title} className="flex flex-col items-start gap-3">
      <h2 className="text-lg">{t.title}</h2>
      {signedIn ? (
        <>
          <div className="-mt-2 text-sm text-ink-soft">
            <ServerParts lines={atTheServer(address ?? '', known?.readAt == null ? null : known.stamps)} />
            <p className="mt-1">{t.noMail}</p>
          </div>
          {error !== null && (
            <Problem
              error={error}
              retry={() => void download()}
              signIn={() => void signIn('account', 'shown')}
            />
          )}
          <Button
            variant="secondary"
            size="small"
            icon={DownloadIcon}
            loading={running}
            disabled={offline}
            className="max-w-full text-left whitespace-normal"
            onClick={() => void download()}
          >
            {t.download}
          </Button>
          <NeedsConnection what={t.theDownload} />
          <p className="text-xs text-ink-soft">{t.proofNone}</p>
          <ShownButton className="-ml-3" />
        </>
      ) : (
        <>
          <p className="-mt-2 text-sm text-ink-soft">{t.nobody}</p>
          <Erase className="-ml-3" />
        </>
      )}
    </section>
  );
}
