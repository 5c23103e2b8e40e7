import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useActions } from '../../actions/context.ts';
import { CheckIcon, DeviceIcon, DownloadIcon, EyeIcon, StampIcon } from '../../icons/set.tsx';
import { Button } from '../../parts/Button.tsx';
import { FileButton } from '../../parts/FileButton.tsx';
import { InstallButton } from '../../parts/InstallButton.tsx';
import { NeedsConnection } from '../../parts/NeedsConnection.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { ScreenTitle } from '../../parts/ScreenTitle.tsx';
import { SlotSheet } from '../../parts/SlotSheet.tsx';
import { config } from '../../state/core.ts';
import { signInLabel } from '../../texts/sign-in.ts';
import { connection, coreStatus, farewell, problem, task } from '../../state/page.ts';
import { WhoAsks } from '../asked/WhoAsks.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { useTexts } from '../../language/use-texts.ts';
import { howItWorksTexts } from '../../texts/en/how-it-works.ts';
import { welcomeTexts } from '../../texts/en/welcome.ts';

/** The promises on the first screen. */
const PROMISES = [
  { icon: DeviceIcon, key: 'staysHere' },
  { icon: StampIcon, key: 'findEvents' },
  { icon: EyeIcon, key: 'showChosen' },
] as const;

const NO_SLOTS: never[] = [];

export function Welcome() {
  const status = useAtomValue(coreStatus);
  const t = useTexts(welcomeTexts);
  const { title: howItWorks } = useTexts(howItWorksTexts);
  const [explaining, setExplaining] = useState(false);
  return (
    <div className="flex min-h-[calc(100dvh-56px)] flex-col justify-center gap-7 pt-5 pb-8 md:grid md:grid-cols-[1fr_1.05fr] md:items-center md:gap-12">
      <SlotSheet
        states={NO_SLOTS}
        label={t.sheet}
        className="mx-auto w-[min(74vw,36dvh)] -rotate-2 md:w-full"
      />
      <div className="flex flex-col gap-5">
        <Farewell />
        <ScreenTitle>{t.title}</ScreenTitle>
        <ul className="flex flex-col gap-1.5">
          {PROMISES.map(({ icon: PromiseIcon, key }) => (
            <li key={key} className="flex items-center gap-3 text-ink">
              <PromiseIcon className="text-seal" />
              {t[key]}
            </li>
          ))}
        </ul>
        <WhoAsks />
        {status.state === 'failed' ? <Unreachable /> : <WaysIn />}
        <div className="-ml-3 flex flex-wrap gap-x-1">
          <Button variant="tertiary" size="small" onClick={() => setExplaining(true)}>
            {howItWorks}
          </Button>
          <InstallButton />
        </div>
      </div>
      {explaining && <HowItWorks onClose={() => setExplaining(false)} />}
    </div>
  );
}

/** What the person has just ended; shown until they move on. */
function Farewell() {
  const words = useAtomValue(farewell);
  return (
    <output className="block empty:hidden">
      {words !== null && (
        <span className="flex gap-3 rounded-md border border-line bg-surface p-4 text-sm">
          <CheckIcon size={20} className="shrink-0 text-good" />
          {words}
        </span>
      )}
    </output>
  );
}

function WaysIn() {
  const t = useTexts(welcomeTexts);
  const { signIn } = useActions();
  const offered = useAtomValue(config);
  const running = useAtomValue(task);
  const failed = useAtomValue(problem);
  const demo = offered?.provider !== 'google';
  const offline = useAtomValue(connection) === 'offline';
  return (
    <div className="flex flex-col gap-2.5">
      {failed !== null && <Problem error={failed.error} />}
      <Button
        loading={offered === null || running === 'sign-in'}
        disabled={offline}
        onClick={start}
        className="w-full"
      >
        {signInLabel(offered)}
      </Button>
      <NeedsConnection what={t.signingIn} />
      <FileButton className="w-full" />
      {demo && (
        <a
          href="/demo/mailbox.mbox"
          download="waystamp-demo.mbox"
          // Keeps its space until it is known whether it is needed, so that nothing moves under a finger.
          className={`inline-flex min-h-11 items-center gap-1.5 self-center rounded-md px-3 text-sm text-ink-soft underline decoration-line-strong underline-offset-4 hover:text-ink ${offered === null ? 'invisible' : ''}`}
        >
          <DownloadIcon size={18} />
          {t.demoFile}
        </a>
      )}
    </div>
  );

  function start(): void {
    void signIn('mailbox', 'scan');
  }
}

/** The worker or the server did not answer at the start. */
function Unreachable() {
  const { retryStart } = useActions();
  const status = useAtomValue(coreStatus);
  if (status.state !== 'failed') return null;
  return <Problem error={status.error} retry={() => void retryStart()} />;
}
