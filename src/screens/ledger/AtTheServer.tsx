import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { AppError } from '../../../worker/contract.ts';
import { useActions } from '../../actions-context.ts';
import { DownloadIcon } from '../../icons/set.tsx';
import { Button } from '../../parts/Button.tsx';
import { NeedsConnection } from '../../parts/NeedsConnection.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { ServerParts } from '../../parts/ServerParts.tsx';
import { ShownButton } from '../../parts/ShownButton.tsx';
import { loggedInGmail, session, shown } from '../../state/core.ts';
import { connection } from '../../state/page.ts';
import { atTheServer, PROOF_NONE, RECORD_EXPLAINED } from '../../texts/server-record.ts';
import { Erase } from '../Erase.tsx';

/** What is kept elsewhere: the server's record of the person, to look at and to download. */
export function AtTheServer() {
  const { downloadHoldings, signIn } = useActions();
  const signedIn = useAtomValue(session) !== null;
  const address = useAtomValue(loggedInGmail);
  const known = useAtomValue(shown);
  const offline = useAtomValue(connection) === 'offline';
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<AppError | null>(null);

  async function download(): Promise<void> {
    setRunning(true);
    setError(await downloadHoldings(RECORD_EXPLAINED));
    setRunning(false);
  }

  return (
    <section aria-label="At the server" className="flex flex-col items-start gap-3">
      <h2 className="text-lg">At the server</h2>
      {signedIn ? (
        <>
          <div className="-mt-2 text-sm text-ink-soft">
            <ServerParts lines={atTheServer(address ?? '', known?.readAt == null ? null : known.stamps)} />
            <p className="mt-1">No mail, and no stamp that you have not shown.</p>
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
            Download what the server holds about me
          </Button>
          <NeedsConnection what="The download" />
          <p className="text-xs text-ink-soft">{PROOF_NONE}</p>
          <ShownButton className="-ml-3" />
        </>
      ) : (
        <>
          <p className="-mt-2 text-sm text-ink-soft">
            Nobody is signed in on this device, so it has no account to ask for.
          </p>
          <Erase className="-ml-3" />
        </>
      )}
    </section>
  );
}
