import { useAtomValue } from 'jotai';
import { lazy, Suspense } from 'react';
import type { Provider } from '../../../worker/contract.ts';
import { useActions } from '../../actions/context.ts';
import type { AfterSignIn } from '../../auth/demo.ts';
import { MAILBOX_SCOPES } from '../../auth/scopes.ts';
import { KeyIcon } from '../../icons/set.tsx';
import { Breakable } from '../../parts/Breakable.tsx';
import { Button } from '../../parts/Button.tsx';
import { googleAuthToken, loggedInGmail } from '../../state/core.ts';
import { leftOutSentence, scopeWords } from '../../texts/scopes.ts';
import { useTexts } from '../../language/use-texts.ts';
import { buttonTexts } from '../../texts/en/buttons.ts';
import { readingTexts } from '../../texts/en/reading.ts';
import { Rich } from '../../parts/Rich.tsx';

const GoogleReading = lazy(async () => ({ default: (await import('./GoogleReading.tsx')).GoogleReading }));

export interface AllowReadingProps {
  provider: Provider;
  after: AfterSignIn;
}

/** The second step: what will be asked, where the permission is kept, and the button that asks for it. */
export function AllowReading({ provider, after }: AllowReadingProps) {
  const t = useTexts(readingTexts);
  const { allowReading } = useTexts(buttonTexts);
  const { allowAtDemo } = useActions();
  const address = useAtomValue(loggedInGmail);
  const leftOut = leftOutSentence(useAtomValue(googleAuthToken));
  return (
    <>
      <p>
        <Rich
          text={provider === 'google' ? t.googleAsks : t.demoAsks}
          parts={{
            address: (
              <strong className="font-semibold">
                <Breakable>{address ?? ''}</Breakable>
              </strong>
            ),
          }}
        />
      </p>
      <ul className="mt-3 list-disc pl-5 text-ink-soft marker:text-seal">
        {MAILBOX_SCOPES.map((scope) => (
          <li key={scope}>{scopeWords(scope)}</li>
        ))}
      </ul>
      {leftOut !== '' && <p className="mt-3 font-semibold">{leftOut}</p>}
      <p className="mt-3 text-sm text-ink-soft">{provider === 'google' ? t.googleKeeps : t.demoKeeps}</p>
      <div className="mt-5">
        {provider === 'google' ? (
          <Suspense fallback={null}>
            <GoogleReading after={after} />
          </Suspense>
        ) : (
          <Button className="w-full" icon={KeyIcon} onClick={() => void allowAtDemo(after)}>
            {allowReading}
          </Button>
        )}
      </div>
    </>
  );
}
