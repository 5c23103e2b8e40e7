import { useAtomValue } from 'jotai';
import type { AppError } from '../../worker/contract.ts';
import { useActions } from '../actions-context.ts';
import { AgainIcon, KeyIcon, OfflineIcon } from '../icons/set.tsx';
import { facts } from '../state/core.ts';
import { problemText } from '../texts/problems.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

export interface ProblemProps {
  error: AppError;
  /** What trying again means here. */
  retry?: () => void;
  /** Also for allowing to read: it goes on with the step that is missing. */
  signIn?: () => void;
  compare?: () => void;
}

/**
 * An error of the worker: what happened, what is safe, and the button that helps, where this screen has it
 * (DESIGN 10). Importing another file needs none: that button stands on every screen where a file can fail.
 */
export function Problem({ error, retry, signIn, compare }: ProblemProps) {
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
    if (way === 'retry' && retry !== undefined) return again('Try again', retry);
    if (way === 'compare' && compare !== undefined) return again('Compare privately', compare);
    if (way === 'reload') return again('Restart', reload);
    if ((way === 'sign-in' || way === 'allow') && signIn !== undefined) {
      return (
        <Button size="small" variant="secondary" icon={KeyIcon} onClick={signIn}>
          {way === 'allow' ? 'Allow reading' : 'Sign in again'}
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
