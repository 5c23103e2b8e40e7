import { useAtomValue } from 'jotai';
import { useActions } from '../../actions/context.ts';
import { KeyIcon, ResumeIcon } from '../../icons/set.tsx';
import { Button } from '../../parts/Button.tsx';
import { FileButton } from '../../parts/FileButton.tsx';
import { NeedsConnection } from '../../parts/NeedsConnection.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { ScreenTitle } from '../../parts/ScreenTitle.tsx';
import { isGoogleAuthed, scan } from '../../state/core.ts';
import { connection, problem, task } from '../../state/page.ts';
import { WAYS_ON } from '../../texts/problems.ts';
import { scanAmount } from '../../texts/scan.ts';
import { NotRead } from './NotRead.tsx';
import { ScanSheet } from './ScanSheet.tsx';
import { useTexts } from '../../language/use-texts.ts';
import { buttonTexts } from '../../texts/en/buttons.ts';
import { fixedTexts } from '../../texts/en/fixed.ts';
import { pausedTexts, scanTexts } from '../../texts/en/scan.ts';

/** The scan has stopped at its checkpoint: why, what is kept, and how it continues. */
export function ScanPaused() {
  const t = useTexts(pausedTexts);
  const { signingIn, readingMailbox } = useTexts(scanTexts);
  const buttons = useTexts(buttonTexts);
  const fixed = useTexts(fixedTexts);
  const { cancel, resume, signIn } = useActions();
  const progress = useAtomValue(scan);
  const running = useAtomValue(task);
  // A file needs no network.
  const offline = useAtomValue(connection) === 'offline' && progress.source === 'account';
  const { number, rest } = scanAmount(progress);
  const signedIn = useAtomValue(isGoogleAuthed);
  const way = progress.error === null ? 'none' : WAYS_ON[progress.error.code];
  const expired = way === 'sign-in' || way === 'allow';
  return (
    <div className="flex flex-col gap-5 pt-2 pb-8">
      <ScreenTitle>{t.title}</ScreenTitle>
      <ScanSheet />
      <p className="flex items-baseline justify-center gap-2">
        <span className="font-display text-2xl font-bold">{number}</span>
        <span className="text-ink-soft">{rest}</span>
      </p>
      <Reason />
      <div className="mx-auto flex w-full max-w-sm flex-col gap-2.5">
        {expired ? (
          <Button
            icon={KeyIcon}
            loading={running === 'sign-in' || running === 'reading'}
            disabled={offline}
            onClick={() => void signIn('mailbox', 'resume')}
          >
            {signedIn ? buttons.allowReading : buttons.signInAgain}
          </Button>
        ) : (
          <Button icon={ResumeIcon} disabled={offline} onClick={() => void resume()}>
            {fixed.resume}
          </Button>
        )}
        {offline && <NeedsConnection what={expired ? signingIn : readingMailbox} />}
        {progress.source === 'file' && <FileButton />}
        <Button variant="tertiary" onClick={() => void cancel()}>
          {fixed.cancel}
        </Button>
      </div>
      <NotRead />
    </div>
  );
}

function Reason() {
  const t = useTexts(pausedTexts);
  const { error } = useAtomValue(scan);
  const failed = useAtomValue(problem);
  const reason = failed?.error ?? error;
  if (reason !== null) return <Problem error={reason} />;
  return (
    <Notice kind="info" title={t.canGoOn}>
      <p>{t.kept}</p>
    </Notice>
  );
}
