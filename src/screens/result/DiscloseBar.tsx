import { useAtomValue } from 'jotai';
import { useRef } from 'react';
import type { FactId } from '../../../catalog/facts.ts';
import { useActions } from '../../actions-context.ts';
import { EyeIcon } from '../../icons/set.tsx';
import { ActionBar } from '../../parts/ActionBar.tsx';
import { Button } from '../../parts/Button.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { sharedIds } from '../../parts/slot-states.ts';
import { facts, result } from '../../state/core.ts';
import { connection, problem, task } from '../../state/page.ts';
import { willSee } from '../../texts/disclosure.ts';

export interface DiscloseBarProps {
  selected: ReadonlySet<FactId>;
  /** The selection has been shown. */
  onDone: () => void;
}

/** The exact sentence of what the organiser will see, and the button that shows it. */
export function DiscloseBar({ selected, onDone }: DiscloseBarProps) {
  const { compare, disclose, signIn } = useActions();
  const own = useAtomValue(facts);
  const compared = useAtomValue(result);
  const running = useAtomValue(task);
  const failed = useAtomValue(problem);
  const offline = useAtomValue(connection) === 'offline';
  const shown = new Set<string>(compared?.disclosed.map(({ id }) => id));
  const chosen = own.filter((fact) => selected.has(fact.id) && !shown.has(fact.id));
  const sentence = useRef<HTMLParagraphElement>(null);
  const left = sharedIds(compared).filter((id) => !shown.has(id)).length;

  async function send(): Promise<void> {
    if (!(await disclose(chosen.map((fact) => fact.id)))) return;
    // The button has nothing left to do; the sentence beside it tells what has become of it.
    sentence.current?.focus();
    onDone();
  }

  return (
    <ActionBar
      sentenceRef={sentence}
      sentence={
        offline
          ? 'Showing facts needs a connection. The result stays here until then.'
          : willSee(
              chosen.map((fact) => fact.name),
              own.filter((fact) => shown.has(fact.id)).map((fact) => fact.name),
            )
      }
      action={
        left > 0 && (
          <Button
            className="w-full sm:w-64"
            icon={EyeIcon}
            loading={running === 'disclose'}
            disabled={chosen.length === 0 || offline}
            onClick={() => void send()}
          >
            Disclose selected
          </Button>
        )
      }
    >
      {failed !== null && (
        <Problem
          error={failed.error}
          retry={() => void (failed.task === 'disclose' ? send() : compare())}
          signIn={() => void signIn('account', 'compare')}
          compare={() => void compare()}
        />
      )}
    </ActionBar>
  );
}
