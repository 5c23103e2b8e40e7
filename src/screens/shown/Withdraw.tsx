import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { isAskedBy, type AppError } from '../../../worker/contract.ts';
import { useActions } from '../../actions/context.ts';
import { BottomSheet } from '../../parts/BottomSheet.tsx';
import { Button } from '../../parts/Button.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { asked, facts, lookedAt, result } from '../../state/core.ts';
import type { NamedRecord } from '../../state/shown.ts';
import { showAgain } from '../../texts/shared.ts';
import { useTexts } from '../../language/use-texts.ts';
import { buttonTexts } from '../../texts/en/buttons.ts';
import { shownTexts } from '../../texts/en/shown.ts';

/** Asks before a disclosure is withdrawn, and says what that does and cannot do. */
export function Withdraw({ record, onClose }: { record: NamedRecord; onClose: () => void }) {
  const t = useTexts(shownTexts);
  const buttons = useTexts(buttonTexts);
  const { withdraw, signIn } = useActions();
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const time = useAtomValue(lookedAt);
  const compared = useAtomValue(result);
  const { name, stamp } = record;
  const current = useAtomValue(asked);
  const own = useAtomValue(facts).some(({ id, counts }) => id === stamp.fact && counts);
  const held = own && current !== null && isAskedBy(stamp, current);
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
      title={t.withdrawAsk({ name })}
      onClose={onClose}
      footer={
        <div className="flex flex-col gap-2 sm:flex-row-reverse">
          {error?.code === 'disclosure_unknown' ? (
            <Button className="sm:flex-1" onClick={onClose}>
              {buttons.close}
            </Button>
          ) : (
            <>
              <Button className="sm:flex-1" loading={running} onClick={() => void takeBack()}>
                {t.withdraw}
              </Button>
              <Button className="sm:flex-1" variant="secondary" onClick={onClose}>
                {buttons.notNow}
              </Button>
            </>
          )}
        </div>
      }
    >
      <p>{t.withdrawMeans({ organiser, again: showAgain(stamp.fact, held, compared, time) })}</p>
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
