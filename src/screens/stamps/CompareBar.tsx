import { useAtomValue } from 'jotai';
import { useActions } from '../../actions/context.ts';
import { ActionBar } from '../../parts/ActionBar.tsx';
import { Button } from '../../parts/Button.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { connection, problem, task } from '../../state/page.ts';
import { facts, loggedInGmail } from '../../state/core.ts';
import { useTexts } from '../../language/use-texts.ts';
import { fixedTexts } from '../../texts/en/fixed.ts';
import { compareTexts } from '../../texts/en/stamps.ts';
import { useOrganiser } from '../../hooks/use-organiser.ts';

/** The step to the comparison, and one sentence about what it tells whom. */
export function CompareBar() {
  const { compare: compareLabel } = useTexts(fixedTexts);
  const { compare, signIn } = useActions();
  const running = useAtomValue(task);
  const failed = useAtomValue(problem);
  const offline = useAtomValue(connection) === 'offline';
  const counted = useAtomValue(facts).filter((fact) => fact.counts).length;
  const start = (): void => void compare();
  return (
    <ActionBar
      sentence={<Sentence counted={counted} offline={offline} />}
      action={
        <Button
          className="w-full sm:w-64"
          loading={running === 'compare' || running === 'sign-in'}
          disabled={offline || counted === 0}
          onClick={start}
        >
          {compareLabel}
        </Button>
      }
    >
      {failed !== null && (
        <Problem
          error={failed.error}
          signIn={() => void signIn('account', 'stamps')}
          {...(failed.task === 'scan' ? {} : { retry: start, compare: start })}
        />
      )}
    </ActionBar>
  );
}

function Sentence({ counted, offline }: { counted: number; offline: boolean }) {
  const t = useTexts(compareTexts);
  const running = useAtomValue(task);
  const signedIn = useAtomValue(loggedInGmail) !== null;
  const organiser = useOrganiser();
  if (running === 'compare') return t.running;
  if (offline) return t.offline;
  if (counted === 0) return t.nothing;
  return signedIn ? t.learnsNothing({ organiser }) : t.needsAccount;
}
