import { GoogleOAuthProvider } from '@react-oauth/google';
import { useAtomValue } from 'jotai';
import { useState, type ReactNode } from 'react';
import { Button } from '../../parts/Button.tsx';
import { config } from '../../state/core.ts';
import { useTexts } from '../../language/use-texts.ts';
import { buttonTexts } from '../../texts/en/buttons.ts';
import { signInTexts } from '../../texts/en/sign-in.ts';

/** Loads Google Identity Services for its children, and offers another try if that fails. */
export function GoogleScript({ children }: { children: ReactNode }) {
  const t = useTexts(signInTexts);
  const { tryAgain } = useTexts(buttonTexts);
  const clientId = useAtomValue(config)?.googleClientId ?? '';
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  return (
    <GoogleOAuthProvider key={attempt} clientId={clientId} onScriptLoadError={() => setFailed(true)}>
      {failed ? (
        <>
          <p role="alert" className="mb-4 text-sm text-bad">
            {t.notLoaded}
          </p>
          <Button
            className="w-full"
            onClick={() => {
              setFailed(false);
              setAttempt(attempt + 1);
            }}
          >
            {tryAgain}
          </Button>
        </>
      ) : (
        children
      )}
    </GoogleOAuthProvider>
  );
}
