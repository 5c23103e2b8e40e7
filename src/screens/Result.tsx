import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { FACT_LISTS, type FactId } from '../../catalog/facts.ts';
import { BUILT_IN_ORGANISER } from '../../catalog/organiser.ts';
import type { ComparisonResult, Fact } from '../../worker/contract.ts';
import { useActions } from '../actions-context.ts';
import { AgainIcon, EyeOffIcon } from '../icons/set.tsx';
import { Button } from '../parts/Button.tsx';
import { Notice } from '../parts/Notice.tsx';
import { ScreenTitle } from '../parts/ScreenTitle.tsx';
import { ShownButton } from '../parts/ShownButton.tsx';
import { sharedIds } from '../parts/slot-states.ts';
import { Steps } from '../parts/Steps.tsx';
import { facts, result } from '../state/core.ts';
import { connection, task } from '../state/page.ts';
import { shownFacts, withdrawnFacts } from '../state/shown.ts';
import { listOf } from '../texts/amounts.ts';
import { mailDate } from '../texts/dates.ts';
import { LIST_TITLES } from '../texts/lists.ts';
import { resultTitle, shownSentences } from '../texts/shared.ts';
import { Evidence } from './Evidence.tsx';
import { DiscloseBar } from './result/DiscloseBar.tsx';
import { Journey } from './result/Journey.tsx';
import { ResultSheet } from './result/ResultSheet.tsx';
import { SharedFact } from './result/SharedFact.tsx';

/** What the organiser also lists, first; then what stays here; at the bottom what will be seen. */
export function Result() {
  const compared = useAtomValue(result);
  const own = useAtomValue(facts);
  const shown = useAtomValue(shownFacts);
  const takenBack = useAtomValue(withdrawnFacts);
  const [selected, setSelected] = useState<ReadonlySet<FactId>>(new Set());
  const [opened, setOpened] = useState<FactId | null>(null);
  if (compared === null) return null;
  const shared = new Set(sharedIds(compared));
  const seen = [...shared].filter((id) => shown.has(id)).length;
  const withdrawn = own.filter(({ id }) => shared.has(id) && takenBack.has(id)).map(({ name }) => name);
  const openedFact = own.find((fact) => fact.id === opened);

  function select(id: FactId, on: boolean): void {
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
      <div className="flex flex-col gap-8 pt-2 pb-56">
        <div>
          <ScreenTitle>{resultTitle(shared.size)}</ScreenTitle>
          {shownSentences({
            organiser: BUILT_IN_ORGANISER.name,
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
            <section key={list} aria-label={LIST_TITLES[list].title}>
              <h2 className="text-lg">{LIST_TITLES[list].title}</h2>
              {members.length === 0 ? (
                <p className="mt-1 text-sm text-ink-soft">None on both lists.</p>
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
  const { compare } = useActions();
  const running = useAtomValue(task);
  const offline = useAtomValue(connection) === 'offline';
  return (
    <section aria-label="Compare again" className="flex flex-col items-start gap-2">
      <p className="text-sm text-ink-soft">
        Compared on {mailDate(at)}. Each comparison uses new keys; this result is replaced by the next one.
      </p>
      <Button
        variant="secondary"
        size="small"
        icon={AgainIcon}
        loading={running === 'compare'}
        disabled={offline}
        onClick={() => void compare()}
      >
        Compare privately
      </Button>
    </section>
  );
}

/** What the organiser does not list stays a secret, and is said to be one; so is what came later. */
function StaysHere({ compared, own }: { compared: ComparisonResult; own: readonly Fact[] }) {
  const asked = new Set<string>(compared.compared);
  const shared = new Set(sharedIds(compared));
  const rest = own.filter((fact) => asked.has(fact.id) && !shared.has(fact.id));
  const later = own.filter((fact) => fact.counts && !asked.has(fact.id));
  if (rest.length === 0 && later.length === 0) return null;
  return (
    <Notice kind="info" title="Stays with you" icon={EyeOffIcon}>
      {rest.length > 0 && (
        <p>
          Not on the list of {BUILT_IN_ORGANISER.name}: {listOf(rest.map((fact) => fact.name))}. The
          comparison told it nothing about {rest.length === 1 ? 'it' : 'them'}.
        </p>
      )}
      {later.length > 0 && (
        <p className="mt-1">
          Not compared yet: {listOf(later.map((fact) => fact.name))}. Compare again for that.
        </p>
      )}
    </Notice>
  );
}
