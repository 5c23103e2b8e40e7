import type { AppError } from '../../worker/contract.ts';
import { useActions } from '../actions-context.ts';
import { AgainIcon, KeyIcon } from '../icons/set.tsx';
import { problemText } from '../texts/problems.ts';
import { Button } from './Button.tsx';
import { FileButton } from './FileButton.tsx';
import { Notice } from './Notice.tsx';

export interface ProblemProps {
  error: AppError;
  /** What trying again means here, and the words on its button. */
  retry?: { label: string; run: () => void };
  signIn?: () => void;
}

/** An error of the worker with a headline and the button that helps (DESIGN 10). */
export function Problem({ error, retry, signIn }: ProblemProps) {
  const { reload } = useActions();
  const { title, message, more, way } = problemText(error);
  return (
    <Notice kind="problem" title={title} actions={wayOn()}>
      <p>{message === title ? null : message}</p>
      {more !== undefined && <p>{more}</p>}
    </Notice>
  );

  function wayOn() {
    if (way === 'file') return <FileButton variant="secondary" />;
    if (way === 'sign-in' && signIn !== undefined) {
      return (
        <Button size="small" icon={KeyIcon} onClick={signIn}>
          Sign in again
        </Button>
      );
    }
    if (way === 'reload') {
      return (
        <Button size="small" icon={AgainIcon} onClick={reload}>
          Restart
        </Button>
      );
    }
    if (way === 'wait' || retry === undefined) return undefined;
    return (
      <Button size="small" variant="secondary" icon={AgainIcon} onClick={retry.run}>
        {retry.label}
      </Button>
    );
  }
}
