import { useAtomValue } from 'jotai';
import { BUILT_IN_ORGANISER } from '../../../catalog/organiser.ts';
import { useActions } from '../../actions-context.ts';
import { ActionBar } from '../../parts/ActionBar.tsx';
import { Button } from '../../parts/Button.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { connection, problem, task } from '../../state/page.ts';
import { facts, loggedInGmail } from '../../state/core.ts';

/** The step to the comparison, and in one sentence what it tells whom. */
export function CompareBar() {
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
          Compare privately
        </Button>
      }
    >
      {failed !== null && (
        <Problem
          error={failed.error}
          signIn={() => void signIn('account', 'facts')}
          {...(failed.task === 'scan' ? {} : { retry: start, compare: start })}
        />
      )}
    </ActionBar>
  );
}

function Sentence({ counted, offline }: { counted: number; offline: boolean }) {
  const running = useAtomValue(task);
  const signedIn = useAtomValue(loggedInGmail) !== null;
  if (running === 'compare') return 'Comparing. The server works on an encrypted list that it cannot read.';
  if (offline) return 'Comparing needs a connection. Your stamps stay here until then.';
  if (counted === 0) return 'Tick an event or choose an interest to have something to compare.';
  if (!signedIn) {
    return 'Comparing needs an account. You will be asked for your address and name only; then it goes on by itself.';
  }
  return `${BUILT_IN_ORGANISER.name} learns nothing of your stamps from it. You see first what is on both lists.`;
}
