import { useAtom, useAtomValue } from 'jotai';
import { useActions } from '../../actions/context.ts';
import { KeyIcon, ResumeIcon, SearchIcon } from '../../icons/set.tsx';
import { Breakable } from '../../parts/Breakable.tsx';
import { Button } from '../../parts/Button.tsx';
import { FileButton } from '../../parts/FileButton.tsx';
import { NeedsConnection } from '../../parts/NeedsConnection.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { ScreenTitle } from '../../parts/ScreenTitle.tsx';
import { ShownButton } from '../../parts/ShownButton.tsx';
import { Switch } from '../../parts/Switch.tsx';
import {
  config,
  googleAuthToken,
  isGoogleAuthed,
  loggedInGmail,
  scan,
  scopesApproved,
} from '../../state/core.ts';
import { connection, problem, task, thoroughScan } from '../../state/page.ts';
import { signInLabel } from '../../texts/sign-in.ts';
import { useEstimate } from '../../hooks/use-estimate.ts';
import { missingWords } from '../../texts/scopes.ts';
import { estimateSentence } from '../../texts/scan.ts';
import { WhoAsks } from '../asked/WhoAsks.tsx';
import { NotRead } from './NotRead.tsx';
import { ScanSheet } from './ScanSheet.tsx';
import { useTexts } from '../../language/use-texts.ts';
import { buttonTexts } from '../../texts/en/buttons.ts';
import { fixedTexts } from '../../texts/en/fixed.ts';
import { scanTexts } from '../../texts/en/scan.ts';

/** Before a scan, after a cancelled one, and whenever the person wants to scan again. */
export function ScanReady() {
  const t = useTexts(scanTexts);
  const { phase } = useAtomValue(scan);
  const signedIn = useAtomValue(isGoogleAuthed);
  const approved = useAtomValue(scopesApproved);
  return (
    <div className="flex flex-col gap-5 pt-2 pb-8">
      <ScreenTitle>
        {phase === 'cancelled' ? t.titleCancelled : phase === 'done' ? t.titleAgain : t.title}
      </ScreenTitle>
      <p className="-mt-3 text-ink-soft">{phase === 'cancelled' ? t.cancelledKept : t.readHere}</p>
      <ScanSheet />
      <WhoAsks />
      <Failure />
      {signedIn && approved ? <OwnMailbox /> : <AskForMailbox />}
      <NotRead />
      <ShownButton className="self-center" />
    </div>
  );
}

function Failure() {
  const { signIn } = useActions();
  const failed = useAtomValue(problem);
  if (failed === null) return null;
  return <Problem error={failed.error} signIn={() => void signIn('mailbox', 'scan')} />;
}

function OwnMailbox() {
  const t = useTexts(scanTexts);
  const fixed = useTexts(fixedTexts);
  const { resume, scanMailbox } = useActions();
  const { phase } = useAtomValue(scan);
  const address = useAtomValue(loggedInGmail);
  const running = useAtomValue(task);
  const offline = useAtomValue(connection) === 'offline';
  const [thorough, setThorough] = useAtom(thoroughScan);
  return (
    <div className="mx-auto flex w-full max-w-sm flex-col gap-2.5">
      {phase === 'cancelled' && (
        <Button icon={ResumeIcon} disabled={offline} onClick={() => void resume()}>
          {fixed.resume}
        </Button>
      )}
      <Button
        icon={SearchIcon}
        variant={phase === 'cancelled' ? 'secondary' : 'primary'}
        loading={running === 'sign-in'}
        disabled={offline}
        onClick={() => void scanMailbox(thorough)}
      >
        {fixed.scanMailbox}
      </Button>
      <NeedsConnection what={t.readingMailbox} />
      <p className="text-center text-xs text-ink-soft">
        <Breakable>{address ?? ''}</Breakable>
      </p>
      <ThoroughChoice checked={thorough} onChange={setThorough} />
      <FileButton />
    </div>
  );
}

/** Reading every header is the person's choice, shown with the time it takes. */
function ThoroughChoice({ checked, onChange }: { checked: boolean; onChange: (on: boolean) => void }) {
  const t = useTexts(scanTexts);
  const expected = useEstimate(true);
  return (
    <div className="flex items-center gap-3 rounded-md border border-line bg-surface py-2 pr-2 pl-4">
      <div className="flex-1">
        <p className="text-sm font-semibold">{t.thorough}</p>
        <p className="text-xs text-ink-soft">
          {t.thoroughMeans}
          {expected !== null && ` ${estimateSentence(expected)}`}
        </p>
      </div>
      <Switch checked={checked} onChange={onChange} label={t.thorough} />
    </div>
  );
}

/** For somebody signed in without permission to read, with only part of it, or not signed in. */
function AskForMailbox() {
  const t = useTexts(scanTexts);
  const buttons = useTexts(buttonTexts);
  const { signIn } = useActions();
  const address = useAtomValue(loggedInGmail);
  const signedIn = useAtomValue(isGoogleAuthed);
  const offered = useAtomValue(config);
  const running = useAtomValue(task);
  const offline = useAtomValue(connection) === 'offline';
  return (
    <div className="mx-auto flex w-full max-w-sm flex-col gap-2.5">
      <NotYet />
      <Button
        icon={KeyIcon}
        loading={running === 'sign-in' || running === 'reading'}
        disabled={offline}
        onClick={() => void signIn('mailbox', 'scan')}
      >
        {signedIn ? buttons.allowReading : address === null ? signInLabel(offered) : buttons.signInAgain}
      </Button>
      <NeedsConnection what={t.signingIn} />
      <FileButton />
    </div>
  );
}

/** What is missing until the mailbox can be read, for somebody who has signed in before. */
function NotYet() {
  const t = useTexts(scanTexts);
  const address = useAtomValue(loggedInGmail);
  const signedIn = useAtomValue(isGoogleAuthed);
  const grant = useAtomValue(googleAuthToken);
  if (address === null) return null;
  if (!signedIn) {
    return (
      <Notice kind="info" title={t.signInOver} icon={KeyIcon}>
        <p>{t.signInOverMore({ address })}</p>
      </Notice>
    );
  }
  const missing = missingWords(grant);
  if (missing !== null) {
    return (
      <Notice kind="info" title={missing.title} icon={KeyIcon}>
        {missing.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Notice>
    );
  }
  return (
    <Notice kind="info" title={t.mayNotRead} icon={KeyIcon}>
      <p>{t.mayNotReadMore({ address })}</p>
    </Notice>
  );
}
