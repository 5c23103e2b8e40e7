import { GoogleOAuthProvider } from '@react-oauth/google';
import { useAtomValue } from 'jotai';
import { useState, type ReactNode } from 'react';
import { Button } from '../../parts/Button.tsx';
import { config } from '../../state/core.ts';

/** Loads Google Identity Services for what stands inside, and offers to try again when they cannot be had. */
export function GoogleScript({ children }: { children: ReactNode }) {
  const clientId = useAtomValue(config)?.googleClientId ?? '';
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  return (
    <GoogleOAuthProvider key={attempt} clientId={clientId} onScriptLoadError={() => setFailed(true)}>
      {failed ? (
        <>
          <p role="alert" className="mb-4 text-sm text-bad">
            Google’s sign-in could not be loaded. Check the connection or a content blocker.
          </p>
          <Button
            className="w-full"
            onClick={() => {
              setFailed(false);
              setAttempt(attempt + 1);
            }}
          >
            Try again
          </Button>
        </>
      ) : (
        children
      )}
    </GoogleOAuthProvider>
  );
}
