import { useAtom, useAtomValue } from 'jotai';
import { useActions } from '../../actions-context.ts';
import { KeyIcon, ResumeIcon, SearchIcon } from '../../icons/set.tsx';
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
import { useEstimate } from '../../state/use-estimate.ts';
import { missingWords } from '../../texts/scopes.ts';
import { estimateSentence } from '../../texts/scan.ts';
import { NotRead } from './NotRead.tsx';
import { ScanSheet } from './ScanSheet.tsx';

/** Before a scan, after one that was cancelled, and whenever the person wants to look again. */
export function ScanReady() {
  const { phase } = useAtomValue(scan);
  const signedIn = useAtomValue(isGoogleAuthed);
  const approved = useAtomValue(scopesApproved);
  return (
    <div className="flex flex-col gap-5 pt-2 pb-8">
      <ScreenTitle>{TITLES[phase] ?? 'Look for your events'}</ScreenTitle>
      <p className="-mt-3 text-ink-soft">
        {phase === 'cancelled'
          ? 'What was found until then is kept on this device.'
          : 'Your mail is read on this device, and nothing of it is sent anywhere.'}
      </p>
      <ScanSheet />
      <Failure />
      {signedIn && approved ? <OwnMailbox /> : <AskForMailbox />}
      <NotRead />
      <ShownButton className="self-center" />
    </div>
  );
}

const TITLES: Readonly<Record<string, string>> = {
  cancelled: 'The scan was cancelled',
  done: 'Look again',
};

function Failure() {
  const { signIn } = useActions();
  const failed = useAtomValue(problem);
  if (failed === null) return null;
  return <Problem error={failed.error} signIn={() => void signIn('mailbox', 'scan')} />;
}

function OwnMailbox() {
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
          Resume
        </Button>
      )}
      <Button
        icon={SearchIcon}
        variant={phase === 'cancelled' ? 'secondary' : 'primary'}
        loading={running === 'sign-in'}
        disabled={offline}
        onClick={() => void scanMailbox(thorough)}
      >
        Scan my mailbox
      </Button>
      <NeedsConnection what="Reading the mailbox" />
      <p className="text-center text-xs text-ink-soft">{address}</p>
      <ThoroughChoice checked={thorough} onChange={setThorough} />
      <FileButton />
    </div>
  );
}

/** Reading every header is the person's choice, told with the time it takes (DESIGN 5). */
function ThoroughChoice({ checked, onChange }: { checked: boolean; onChange: (on: boolean) => void }) {
  const expected = useEstimate(true);
  return (
    <div className="flex items-center gap-3 rounded-md border border-line bg-surface py-2 pr-2 pl-4">
      <div className="flex-1">
        <p className="text-sm font-semibold">Thorough scan</p>
        <p className="text-xs text-ink-soft">
          Reads the header of every mail outside spam and trash, not only of those that a search finds.
          {expected !== null && ` ${estimateSentence(expected)}`}
        </p>
      </div>
      <Switch checked={checked} onChange={onChange} label="Thorough scan" />
    </div>
  );
}

/** Signed in without permission to read, with less of it than was asked, or not at all. */
function AskForMailbox() {
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
        {signedIn ? 'Allow reading' : address === null ? signInLabel(offered) : 'Sign in again'}
      </Button>
      <NeedsConnection what="Signing in" />
      <FileButton />
    </div>
  );
}

/** What is missing until the mailbox can be read, for somebody who has signed in before. */
function NotYet() {
  const address = useAtomValue(loggedInGmail);
  const signedIn = useAtomValue(isGoogleAuthed);
  const grant = useAtomValue(googleAuthToken);
  if (address === null) return null;
  if (!signedIn) {
    return (
      <Notice kind="info" title="Your sign-in has run out" icon={KeyIcon}>
        <p>
          Sign in again as {address} to go on. What was found is kept on this device; with another address it
          would be removed.
        </p>
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
    <Notice kind="info" title="Waystamp may not read your mail yet" icon={KeyIcon}>
      <p>You are signed in as {address}. One step is left: allow reading, or import a mailbox file.</p>
    </Notice>
  );
}
