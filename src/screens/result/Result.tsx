import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { FACT_LISTS } from '../../../catalog/facts.ts';
import type { ComparisonResult, Fact } from '../../../worker/contract.ts';
import { useActions } from '../../actions/context.ts';
import { AgainIcon, EyeOffIcon } from '../../icons/set.tsx';
import { Button } from '../../parts/Button.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { ScreenTitle } from '../../parts/ScreenTitle.tsx';
import { ShownButton } from '../../parts/ShownButton.tsx';
import { sharedIds } from '../../state/slot-states.ts';
import { Steps } from '../../parts/Steps.tsx';
import { facts, result } from '../../state/core.ts';
import { connection, task } from '../../state/page.ts';
import { shownFacts, withdrawnFacts } from '../../state/shown.ts';
import { listOf } from '../../texts/amounts.ts';
import { mailDate } from '../../texts/dates.ts';
import { listTitle } from '../../texts/lists.ts';
import { resultTitle, shownSentences } from '../../texts/shared.ts';
import { Evidence } from '../evidence/Evidence.tsx';
import { DiscloseBar } from './DiscloseBar.tsx';
import { Journey } from './Journey.tsx';
import { ResultSheet } from './ResultSheet.tsx';
import { SharedFact } from './SharedFact.tsx';
import { useTexts } from '../../language/use-texts.ts';
import { fixedTexts } from '../../texts/en/fixed.ts';
import { resultTexts } from '../../texts/en/result.ts';
import { useOrganiser } from '../../hooks/use-organiser.ts';

/** First what the organiser also lists, then what stays here, and at the bottom what will be disclosed. */
export function Result() {
  const t = useTexts(resultTexts);
  const compared = useAtomValue(result);
  const own = useAtomValue(facts);
  const shown = useAtomValue(shownFacts);
  const takenBack = useAtomValue(withdrawnFacts);
  const organiser = useOrganiser();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<string | null>(null);
  if (compared === null) return null;
  const shared = new Set(sharedIds(compared));
  const seen = [...shared].filter((id) => shown.has(id)).length;
  const withdrawn = own.filter(({ id }) => shared.has(id) && takenBack.has(id)).map(({ name }) => name);
  const openedFact = own.find((fact) => fact.id === opened);

  function select(id: string, on: boolean): void {
    setSelected((before) => {
      const after = new Set(before);
      if (on) after.add(id);
      else after.delete(id);
      return after;
    });
  }

  return (
    <>
      <Steps />
      <div className="flex flex-col gap-8 pt-2 pb-[calc(var(--action-bar,0px)+48px)]">
        <div>
          <ScreenTitle>{resultTitle(shared.size)}</ScreenTitle>
          {shownSentences({
            organiser,
            shared: shared.size,
            shown: seen,
            withdrawn,
          }).map((sentence) => (
            <p key={sentence} className="mt-1 text-ink-soft">
              {sentence}
            </p>
          ))}
        </div>
        {FACT_LISTS.map((list) => {
          const members = own.filter((fact) => fact.list === list && shared.has(fact.id));
          return (
            <section key={list} aria-label={listTitle(list)}>
              <h2 className="text-lg">{listTitle(list)}</h2>
              {members.length === 0 ? (
                <p className="mt-1 text-sm text-ink-soft">{t.none}</p>
              ) : (
                <ul className="mt-3 flex flex-col gap-3">
                  {members.map((fact) => (
                    <SharedFact
                      key={fact.id}
                      fact={fact}
                      shown={shown.get(fact.id) ?? null}
                      selected={selected.has(fact.id)}
                      onSelect={(on) => select(fact.id, on)}
                      onOpen={() => setOpened(fact.id)}
                    />
                  ))}
                </ul>
              )}
            </section>
          );
        })}
        <StaysHere compared={compared} own={own} />
        <Journey onOpen={setOpened} />
        <ResultSheet />
        <CompareAgain at={compared.comparedAt} />
        <ShownButton className="-mt-4 -ml-3 self-start" />
      </div>
      <DiscloseBar selected={selected} onDone={() => setSelected(new Set())} />
      {openedFact !== undefined && <Evidence fact={openedFact} onClose={() => setOpened(null)} />}
    </>
  );
}

function CompareAgain({ at }: { at: number }) {
  const t = useTexts(resultTexts);
  const { compare: compareLabel } = useTexts(fixedTexts);
  const { compare } = useActions();
  const running = useAtomValue(task);
  const offline = useAtomValue(connection) === 'offline';
  return (
    <section aria-label={t.again} className="flex flex-col items-start gap-2">
      <p className="text-sm text-ink-soft">{t.comparedOn({ date: mailDate(at) })}</p>
      <Button
        variant="secondary"
        size="small"
        icon={AgainIcon}
        loading={running === 'compare'}
        disabled={offline}
        onClick={() => void compare()}
      >
        {compareLabel}
      </Button>
    </section>
  );
}

/** What the organiser does not list stays secret, and the screen says so; likewise for later findings. */
function StaysHere({ compared, own }: { compared: ComparisonResult; own: readonly Fact[] }) {
  const t = useTexts(resultTexts);
  const organiser = useOrganiser();
  const asked = new Set<string>(compared.compared);
  const shared = new Set(sharedIds(compared));
  const rest = own.filter((fact) => asked.has(fact.id) && !shared.has(fact.id));
  const later = own.filter((fact) => fact.counts && !asked.has(fact.id));
  if (rest.length === 0 && later.length === 0) return null;
  return (
    <Notice kind="info" title={t.stays} icon={EyeOffIcon}>
      {rest.length > 0 && (
        <p>{t.notListed(rest.length, { organiser, names: listOf(rest.map((fact) => fact.name)) })}</p>
      )}
      {later.length > 0 && (
        <p className="mt-1">{t.later({ names: listOf(later.map((fact) => fact.name)) })}</p>
      )}
    </Notice>
  );
}
