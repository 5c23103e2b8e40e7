import { useGoogleLogin, useGoogleOAuth } from '@react-oauth/google';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useActions } from '../../actions/context.ts';
import type { AfterSignIn } from '../../auth/demo.ts';
import { accountHint, grantOf, promptFor } from '../../auth/google.ts';
import { MAILBOX_SCOPES } from '../../auth/scopes.ts';
import { KeyIcon } from '../../icons/set.tsx';
import { Button } from '../../parts/Button.tsx';
import { googleAuthToken, loggedInGmail } from '../../state/core.ts';
import { GoogleScript } from './GoogleScript.tsx';
import { useTexts } from '../../language/use-texts.ts';
import { buttonTexts } from '../../texts/en/buttons.ts';
import { windowTexts } from '../../texts/en/reading.ts';

/** Why the window gave no token: refused in it, closed, never opened, or something else. */
type WindowEnd = 'declined' | 'closed' | 'blocked' | 'failed';

/** Google's token window. It must open directly from the press, because phones block it otherwise. */
export function GoogleReading({ after }: { after: AfterSignIn }) {
  return (
    <GoogleScript>
      <AskGoogle after={after} />
    </GoogleScript>
  );
}

function AskGoogle({ after }: { after: AfterSignIn }) {
  const t = useTexts(windowTexts);
  const { allowReading } = useTexts(buttonTexts);
  const { completeReading } = useActions();
  const { scriptLoadedSuccessfully } = useGoogleOAuth();
  const grant = useAtomValue(googleAuthToken);
  const address = useAtomValue(loggedInGmail) ?? '';
  const [ended, setEnded] = useState<WindowEnd | null>(null);
  const open = useGoogleLogin({
    flow: 'implicit',
    scope: MAILBOX_SCOPES.join(' '),
    overrideScope: true,
    // The grant covers only what is requested here, not earlier grants.
    include_granted_scopes: false,
    ...accountHint(address),
    onSuccess: (answer) => {
      const given = grantOf(answer, Date.now());
      if (given === null) setEnded('failed');
      else void completeReading({ provider: 'google', grant: given }, after);
    },
    onError: ({ error }) => setEnded(error === 'access_denied' ? 'declined' : 'failed'),
    onNonOAuthError: ({ type }) => setEnded(NO_ANSWER[type]),
  });
  return (
    <>
      {ended !== null && (
        // Stays until the next try, unlike a toast.
        <p role="alert" className="mb-4 rounded-md border border-bad p-3 text-sm">
          {t[ended]}
        </p>
      )}
      <Button
        className="w-full"
        icon={KeyIcon}
        loading={!scriptLoadedSuccessfully}
        onClick={() => {
          setEnded(null);
          open({ prompt: promptFor(grant) });
        }}
      >
        {allowReading}
      </Button>
    </>
  );
}

/** Google's error for a window that gave no answer. */
const NO_ANSWER = {
  popup_failed_to_open: 'blocked',
  popup_closed: 'closed',
  unknown: 'failed',
} as const satisfies Record<string, WindowEnd>;
