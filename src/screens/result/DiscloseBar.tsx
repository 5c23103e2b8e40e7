import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FactId } from '../../../catalog/facts.ts';
import { BUILT_IN_ORGANISER } from '../../../catalog/organiser.ts';
import { useActions } from '../../actions-context.ts';
import { EyeIcon } from '../../icons/set.tsx';
import { ActionBar } from '../../parts/ActionBar.tsx';
import { Button } from '../../parts/Button.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { sharedIds } from '../../parts/slot-states.ts';
import { facts, loggedInGmail, result, shown as record } from '../../state/core.ts';
import { connection, problem, task } from '../../state/page.ts';
import { shownFacts, shownRecords } from '../../state/shown.ts';
import { willSee } from '../../texts/disclosure.ts';
import { ConfirmDisclosure } from './ConfirmDisclosure.tsx';

export interface DiscloseBarProps {
  selected: ReadonlySet<FactId>;
  /** The selection has been shown. */
  onDone: () => void;
}

/** The exact sentence of what the organiser will see, and the button that asks once more before it is sent. */
export function DiscloseBar({ selected, onDone }: DiscloseBarProps) {
  const { compare, disclose, signIn } = useActions();
  const own = useAtomValue(facts);
  const compared = useAtomValue(result);
  const address = useAtomValue(loggedInGmail) ?? 'your address';
  const running = useAtomValue(task);
  const failed = useAtomValue(problem);
  const offline = useAtomValue(connection) === 'offline';
  const shown = useAtomValue(shownFacts);
  const records = useAtomValue(shownRecords);
  const whole = useAtomValue(record)?.readAt != null;
  const [asking, setAsking] = useState(false);
  const chosen = own.filter((fact) => selected.has(fact.id) && !shown.has(fact.id));
  const sentence = useRef<HTMLParagraphElement>(null);
  const left = sharedIds(compared).filter((id) => !shown.has(id)).length;
  const { name: organiser } = BUILT_IN_ORGANISER;

  async function send(): Promise<void> {
    const done = await disclose(chosen.map((fact) => fact.id));
    // What went wrong stands in the bar, with the way on. The sheet gives the focus back as it goes: at once, before it
    // is put elsewhere.
    flushSync(() => setAsking(false));
    if (!done) return;
    // The button has nothing left to do; the sentence beside it tells what has become of it.
    sentence.current?.focus();
    onDone();
  }

  return (
    <>
      <ActionBar
        sentenceRef={sentence}
        sentence={
          offline
            ? 'Showing stamps needs a connection. The result stays here until then.'
            : willSee(organiser, address, { selected: chosen, shown: records, whole })
        }
        action={
          left > 0 && (
            <Button
              className="w-full sm:w-64"
              icon={EyeIcon}
              loading={running === 'disclose'}
              disabled={chosen.length === 0 || offline}
              onClick={() => setAsking(true)}
            >
              Disclose selected
            </Button>
          )
        }
      >
        {failed !== null && (
          <Problem
            error={failed.error}
            retry={() => (failed.task === 'disclose' ? setAsking(chosen.length > 0) : void compare())}
            signIn={() => void signIn('account', 'result')}
            compare={() => void compare()}
          />
        )}
      </ActionBar>
      {asking && (
        <ConfirmDisclosure
          organiser={organiser}
          address={address}
          stamps={chosen}
          onConfirm={() => void send()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
