import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { FactId, FactList } from '../../catalog/facts.ts';
import type { Fact } from '../../worker/contract.ts';
import { PencilIcon } from '../icons/set.tsx';
import { Button } from '../parts/Button.tsx';
import { FileButton } from '../parts/FileButton.tsx';
import { InstallButton } from '../parts/InstallButton.tsx';
import { FactStamp } from '../parts/FactStamp.tsx';
import { ScreenTitle } from '../parts/ScreenTitle.tsx';
import { ShownButton } from '../parts/ShownButton.tsx';
import { Steps } from '../parts/Steps.tsx';
import { events, facts, loggedInGmail, scan } from '../state/core.ts';
import { countOf } from '../texts/amounts.ts';
import { LIST_TITLES } from '../texts/lists.ts';
import { readWords } from '../texts/scan.ts';
import { fileCounts, otherAddress } from '../texts/whose-mail.ts';
import { CompareBar } from './facts/CompareBar.tsx';
import { Interests } from './facts/Interests.tsx';
import { NothingFound } from './facts/NothingFound.tsx';
import { TickEvents } from './facts/TickEvents.tsx';
import { NotRead } from './scan/NotRead.tsx';
import { Erase } from './Erase.tsx';
import { Evidence } from './Evidence.tsx';

/** What was found and why; further events to tick, interests to choose; then the comparison. */
export function Facts() {
  const found = useAtomValue(facts);
  const [opened, setOpened] = useState<FactId | null>(null);
  const [ticking, setTicking] = useState(false);
  const fromMail = found.filter((fact) => fact.origin === 'mail').length;
  const openedFact = found.find((fact) => fact.id === opened);
  return (
    <>
      <Steps />
      <div className="flex flex-col gap-8 pt-2 pb-48">
        <div>
          <ScreenTitle>Your stamps</ScreenTitle>
          <Summary fromMail={fromMail} />
          <NotRead className="mt-4 max-w-md" />
        </div>
        {fromMail === 0 && <NothingFound />}
        <Group list="verifiedTravelEvents" facts={found} onOpen={setOpened} />
        <Group list="selfAttestedEvents" facts={found} onOpen={setOpened}>
          <Button variant="secondary" size="small" icon={PencilIcon} onClick={() => setTicking(true)}>
            Tick further events
          </Button>
        </Group>
        <Interests />
        {fromMail > 0 && <MoreMail />}
        <div className="-ml-3 flex flex-wrap gap-x-1">
          <InstallButton />
          <ShownButton />
          <Erase />
        </div>
      </div>
      <CompareBar />
      {ticking && <TickEvents onClose={() => setTicking(false)} />}
      {openedFact !== undefined && <Evidence fact={openedFact} onClose={() => setOpened(null)} />}
    </>
  );
}

/** More mail to the same address adds to what was found. */
function MoreMail() {
  const address = useAtomValue(loggedInGmail);
  return (
    <section aria-label="More mail">
      <h2 className="text-lg">Something missing?</h2>
      <p className="mt-0.5 mb-3 text-sm text-ink-soft">
        {fileCounts(address)} {otherAddress(address)}
      </p>
      <FileButton className="max-sm:w-full" />
    </section>
  );
}

function Summary({ fromMail }: { fromMail: number }) {
  const read = readWords(useAtomValue(scan));
  if (fromMail === 0) return null;
  return (
    <p className="mt-1 text-ink-soft">
      {countOf(fromMail, 'event')} found{read !== '' && `, ${read}`}. Tap a stamp to see why it is here.
    </p>
  );
}

interface GroupProps {
  list: Exclude<FactList, 'travelInterests'>;
  facts: readonly Fact[];
  onOpen: (id: FactId) => void;
  children?: React.ReactNode;
}

function Group({ list, facts: all, onOpen, children }: GroupProps) {
  const catalog = useAtomValue(events);
  const own = all.filter((fact) => fact.list === list);
  const { title, meaning } = LIST_TITLES[list];
  if (own.length === 0 && children === undefined) return null;
  return (
    <section aria-label={title}>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        <span className="font-display text-lg font-bold text-ink-soft">{own.length}</span>
      </div>
      <p className="mt-0.5 text-sm text-ink-soft">{meaning}</p>
      {own.length > 0 && (
        <ul className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4">
          {own.map((fact) => (
            <li key={fact.id} className="flex">
              <FactStamp
                fact={fact}
                event={catalog.find((event) => event.key === fact.key)}
                onOpen={() => onOpen(fact.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {children !== undefined && <div className="mt-4">{children}</div>}
    </section>
  );
}
