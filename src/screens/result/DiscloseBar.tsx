import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useActions } from '../../actions/context.ts';
import { EyeIcon } from '../../icons/set.tsx';
import { ActionBar } from '../../parts/ActionBar.tsx';
import { Breakable } from '../../parts/Breakable.tsx';
import { Button } from '../../parts/Button.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { sharedIds } from '../../state/slot-states.ts';
import { facts, loggedInGmail, result, shown as record } from '../../state/core.ts';
import { connection, problem, task } from '../../state/page.ts';
import { shownFacts, shownToAsking } from '../../state/shown.ts';
import { willSee } from '../../texts/disclosure.ts';
import { ConfirmDisclosure } from './ConfirmDisclosure.tsx';
import { useTexts } from '../../language/use-texts.ts';
import { fixedTexts } from '../../texts/en/fixed.ts';
import { disclosureTexts } from '../../texts/en/result.ts';
import { useOrganiser } from '../../hooks/use-organiser.ts';

export interface DiscloseBarProps {
  selected: ReadonlySet<string>;
  /** Called when the selection has been disclosed. */
  onDone: () => void;
}

/** The exact sentence of what the organiser will see, and the button that asks once more before sending. */
export function DiscloseBar({ selected, onDone }: DiscloseBarProps) {
  const t = useTexts(disclosureTexts);
  const { disclose: discloseLabel } = useTexts(fixedTexts);
  const { compare, disclose, signIn } = useActions();
  const own = useAtomValue(facts);
  const compared = useAtomValue(result);
  const address = useAtomValue(loggedInGmail) ?? t.yourAddress;
  const running = useAtomValue(task);
  const failed = useAtomValue(problem);
  const offline = useAtomValue(connection) === 'offline';
  const shown = useAtomValue(shownFacts);
  const records = useAtomValue(shownToAsking);
  const whole = useAtomValue(record)?.readAt != null;
  const [asking, setAsking] = useState(false);
  const chosen = own.filter((fact) => selected.has(fact.id) && !shown.has(fact.id));
  const sentence = useRef<HTMLParagraphElement>(null);
  const left = sharedIds(compared).filter((id) => !shown.has(id)).length;
  const organiser = useOrganiser();

  async function send(): Promise<void> {
    const done = await disclose(chosen.map((fact) => fact.id));
    // An error appears in the bar, with the way on. The sheet returns the focus when it closes, so it is closed at
    // once, before the focus is set.
    flushSync(() => setAsking(false));
    if (!done) return;
    // The button is no longer needed; the sentence beside it says what happened.
    sentence.current?.focus();
    onDone();
  }

  return (
    <>
      <ActionBar
        sentenceRef={sentence}
        sentence={
          <Breakable>
            {offline ? t.offline : willSee(organiser, address, { selected: chosen, shown: records, whole })}
          </Breakable>
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
              {discloseLabel}
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
