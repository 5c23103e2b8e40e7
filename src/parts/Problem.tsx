import { useAtomValue } from 'jotai';
import type { AppError } from '../../worker/contract.ts';
import { useActions } from '../actions/context.ts';
import { AgainIcon, KeyIcon, OfflineIcon } from '../icons/set.tsx';
import { facts } from '../state/core.ts';
import { problemText } from '../texts/problems.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';
import { useTexts } from '../language/use-texts.ts';
import { buttonTexts } from '../texts/en/buttons.ts';
import { fixedTexts } from '../texts/en/fixed.ts';

export interface ProblemProps {
  error: AppError;
  /** Tries again. */
  retry?: () => void;
  /** Signs in or asks for permission to read, whichever is missing. */
  signIn?: () => void;
  compare?: () => void;
}

/**
 * An error of the worker: what happened, what is safe, and the button that helps, if this screen has it. Importing
 * another file needs no button here: every screen where a file can fail has one.
 */
export function Problem({ error, retry, signIn, compare }: ProblemProps) {
  const t = useTexts(buttonTexts);
  const { compare: compareLabel } = useTexts(fixedTexts);
  const { reload } = useActions();
  const { title, lines, way } = problemText(error, useAtomValue(facts).length > 0);
  return (
    <Notice
      kind="problem"
      title={title}
      actions={wayOn()}
      {...(error.code === 'offline' ? { icon: OfflineIcon } : {})}
    >
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  );

  function wayOn() {
    if (way === 'retry' && retry !== undefined) return again(t.tryAgain, retry);
    if (way === 'compare' && compare !== undefined) return again(compareLabel, compare);
    if (way === 'reload') return again(t.restart, reload);
    if ((way === 'sign-in' || way === 'allow') && signIn !== undefined) {
      return (
        <Button size="small" variant="secondary" icon={KeyIcon} onClick={signIn}>
          {way === 'allow' ? t.allowReading : t.signInAgain}
        </Button>
      );
    }
    return undefined;
  }
}

function again(label: string, run: () => void) {
  return (
    <Button size="small" variant="secondary" icon={AgainIcon} onClick={run}>
      {label}
    </Button>
  );
}
