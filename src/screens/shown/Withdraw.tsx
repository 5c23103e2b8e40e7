import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { AppError } from '../../../worker/contract.ts';
import { useActions } from '../../actions-context.ts';
import { BottomSheet } from '../../parts/BottomSheet.tsx';
import { Button } from '../../parts/Button.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { facts, lookedAt, result } from '../../state/core.ts';
import type { NamedRecord } from '../../state/shown.ts';
import { showAgain } from '../../texts/shared.ts';

/** Asks before a stamp is taken back, and says what that does and what it cannot do. */
export function Withdraw({ record, onClose }: { record: NamedRecord; onClose: () => void }) {
  const { withdraw, signIn } = useActions();
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const time = useAtomValue(lookedAt);
  const compared = useAtomValue(result);
  const { name, stamp } = record;
  const held = useAtomValue(facts).some(({ id, counts }) => id === stamp.fact && counts);
  const organiser = stamp.organiser.name;

  async function takeBack(): Promise<void> {
    setRunning(true);
    setError(null);
    const failed = await withdraw(stamp.id, name);
    setRunning(false);
    if (failed === null) onClose();
    else setError(failed);
  }

  return (
    <BottomSheet
      title={`Withdraw ${name}?`}
      onClose={onClose}
      footer={
        <div className="flex flex-col gap-2 sm:flex-row-reverse">
          {error?.code === 'disclosure_unknown' ? (
            <Button className="sm:flex-1" onClick={onClose}>
              Close
            </Button>
          ) : (
            <>
              <Button className="sm:flex-1" loading={running} onClick={() => void takeBack()}>
                Withdraw
              </Button>
              <Button className="sm:flex-1" variant="secondary" onClick={onClose}>
                Not now
              </Button>
            </>
          )}
        </div>
      }
    >
      <p>
        The server removes it from what {organiser} holds. What somebody has read by now stays read.{' '}
        {showAgain(stamp.fact, held, compared, time)}
      </p>
      {error !== null && (
        <div className="mt-4">
          <Problem
            error={error}
            retry={() => void takeBack()}
            signIn={() => {
              onClose();
              void signIn('account', 'shown');
            }}
          />
        </div>
      )}
    </BottomSheet>
  );
}
