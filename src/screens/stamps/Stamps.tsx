import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { FactList } from '../../../catalog/facts.ts';
import type { Fact } from '../../../worker/contract.ts';
import { PencilIcon } from '../../icons/set.tsx';
import { Breakable } from '../../parts/Breakable.tsx';
import { Button } from '../../parts/Button.tsx';
import { FileButton } from '../../parts/FileButton.tsx';
import { InstallButton } from '../../parts/InstallButton.tsx';
import { FactStamp } from '../../parts/FactStamp.tsx';
import { ScreenTitle } from '../../parts/ScreenTitle.tsx';
import { ShownButton } from '../../parts/ShownButton.tsx';
import { Steps } from '../../parts/Steps.tsx';
import { events, facts, loggedInGmail, scan } from '../../state/core.ts';
import { listMeaning, listTitle } from '../../texts/lists.ts';
import { readWords } from '../../texts/scan.ts';
import { fileCounts, otherAddress } from '../../texts/whose-mail.ts';
import { CompareBar } from './CompareBar.tsx';
import { Interests } from './Interests.tsx';
import { NothingFound } from './NothingFound.tsx';
import { TickEvents } from './TickEvents.tsx';
import { NotRead } from '../scan/NotRead.tsx';
import { Erase } from '../leaving/Erase.tsx';
import { Evidence } from '../evidence/Evidence.tsx';
import { useTexts } from '../../language/use-texts.ts';
import { stampsTexts } from '../../texts/en/stamps.ts';

/** What was found and why, further events to tick, interests to choose, then the comparison. */
export function Stamps() {
  const t = useTexts(stampsTexts);
  const found = useAtomValue(facts);
  const [opened, setOpened] = useState<string | null>(null);
  const [ticking, setTicking] = useState(false);
  const fromMail = found.filter((fact) => fact.origin === 'mail').length;
  const openedFact = found.find((fact) => fact.id === opened);
  return (
    <>
      <Steps />
      <div className="flex flex-col gap-8 pt-2 pb-[calc(var(--action-bar,0px)+48px)]">
        <div>
          <ScreenTitle>{t.title}</ScreenTitle>
          <Summary fromMail={fromMail} />
          <NotRead className="mt-4 max-w-md" />
        </div>
        {fromMail === 0 && <NothingFound />}
        <Group list="verifiedTravelEvents" facts={found} onOpen={setOpened} />
        <Group list="selfAttestedEvents" facts={found} onOpen={setOpened}>
          <Button variant="secondary" size="small" icon={PencilIcon} onClick={() => setTicking(true)}>
            {t.tick}
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
  const t = useTexts(stampsTexts);
  const address = useAtomValue(loggedInGmail);
  return (
    <section aria-label={t.moreMail}>
      <h2 className="text-lg">{t.missing}</h2>
      <p className="mt-0.5 mb-3 text-sm text-ink-soft">
        <Breakable>{`${fileCounts(address)} ${otherAddress(address)}`}</Breakable>
      </p>
      <FileButton className="max-sm:w-full" />
    </section>
  );
}

function Summary({ fromMail }: { fromMail: number }) {
  const t = useTexts(stampsTexts);
  const read = readWords(useAtomValue(scan));
  if (fromMail === 0) return null;
  return (
    <p className="mt-1 text-ink-soft">{read === '' ? t.found(fromMail) : t.foundIn(fromMail, { read })}</p>
  );
}

interface GroupProps {
  list: Exclude<FactList, 'travelInterests'>;
  facts: readonly Fact[];
  onOpen: (id: string) => void;
  children?: React.ReactNode;
}

function Group({ list, facts: all, onOpen, children }: GroupProps) {
  const catalog = useAtomValue(events);
  const own = all.filter((fact) => fact.list === list);
  const title = listTitle(list);
  if (own.length === 0 && children === undefined) return null;
  return (
    <section aria-label={title}>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        <span className="font-display text-lg font-bold text-ink-soft">{own.length}</span>
      </div>
      <p className="mt-0.5 text-sm text-ink-soft">{listMeaning(list)}</p>
      {own.length > 0 && (
        <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8.5rem,22%)),1fr))] gap-3">
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
