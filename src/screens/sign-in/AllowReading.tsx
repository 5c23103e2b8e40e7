import { useAtomValue } from 'jotai';
import { lazy, Suspense } from 'react';
import type { Provider } from '../../../worker/contract.ts';
import { useActions } from '../../actions-context.ts';
import type { AfterSignIn } from '../../auth/demo.ts';
import { MAILBOX_SCOPES } from '../../auth/scopes.ts';
import { KeyIcon } from '../../icons/set.tsx';
import { Button } from '../../parts/Button.tsx';
import { googleAuthToken, loggedInGmail } from '../../state/core.ts';
import { leftOutSentence, scopeWords } from '../../texts/scopes.ts';

const GoogleReading = lazy(async () => ({ default: (await import('./GoogleReading.tsx')).GoogleReading }));

export interface AllowReadingProps {
  provider: Provider;
  after: AfterSignIn;
}

/** The second step: what will be asked, where the permission stays, and the button that asks for it. */
export function AllowReading({ provider, after }: AllowReadingProps) {
  const { allowAtDemo } = useActions();
  const address = useAtomValue(loggedInGmail);
  const leftOut = leftOutSentence(useAtomValue(googleAuthToken));
  return (
    <>
      <p>
        You are signed in as <strong className="font-semibold break-words">{address}</strong>.{' '}
        {provider === 'google' ? 'Google opens a window and asks' : 'The demo provider asks'} whether Waystamp
        may use:
      </p>
      <ul className="mt-3 list-disc pl-5 text-ink-soft marker:text-seal">
        {MAILBOX_SCOPES.map((scope) => (
          <li key={scope}>{scopeWords(scope)}</li>
        ))}
      </ul>
      {leftOut !== '' && <p className="mt-3 font-semibold">{leftOut}</p>}
      <p className="mt-3 text-sm text-ink-soft">
        Your mail is read on this device. The permission stays here too: it is sent to your mailbox, to{' '}
        {provider === 'google' ? 'Google' : 'the demo provider'} when it is taken back, and to nobody else.
        Waystamp cannot send, change or delete anything.
      </p>
      <div className="mt-5">
        {provider === 'google' ? (
          <Suspense fallback={null}>
            <GoogleReading after={after} />
          </Suspense>
        ) : (
          <Button className="w-full" icon={KeyIcon} onClick={() => void allowAtDemo(after)}>
            Allow reading
          </Button>
        )}
      </div>
    </>
  );
}
