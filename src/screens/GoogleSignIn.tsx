import { GoogleOAuthProvider, useGoogleLogin, useGoogleOAuth } from '@react-oauth/google';
import { useAtom, useAtomValue } from 'jotai';
import { useState } from 'react';
import { useActions } from '../actions-context.ts';
import { scopesFor, type SignInPurpose } from '../auth/scopes.ts';
import { BottomSheet } from '../parts/BottomSheet.tsx';
import { Button } from '../parts/Button.tsx';
import { config, isGoogleAuthed } from '../state/core.ts';
import { googleSignIn } from '../state/page.ts';
import { scopeWords } from '../texts/scopes.ts';
import { inform, warn } from '../toasts.ts';

/**
 * Google's sign-in. This module, and with it Google's script, is loaded by the first press; the window opens with
 * the second one, since phones block a window that does not follow a press (issue 7, DESIGN 8).
 */
export function GoogleSignIn() {
  const [wanted, setWanted] = useAtom(googleSignIn);
  const clientId = useAtomValue(config)?.googleClientId ?? '';
  const [loading, setLoading] = useState<'script' | 'ready' | 'failed'>('script');
  const [attempt, setAttempt] = useState(0);
  if (wanted === null) return null;
  return (
    <GoogleOAuthProvider
      key={attempt}
      clientId={clientId}
      onScriptLoadSuccess={() => setLoading('ready')}
      onScriptLoadError={() => setLoading('failed')}
    >
      <BottomSheet title="Sign in with Google" onClose={() => setWanted(null)}>
        <p>Google opens a window and asks whether Waystamp may use:</p>
        <ul className="mt-3 list-disc pl-5 text-ink-soft marker:text-seal">
          {scopesFor(wanted.purpose).map((scope) => (
            <li key={scope}>{scopeWords(scope)}</li>
          ))}
        </ul>
        <p className="mt-3 text-sm text-ink-soft">
          {wanted.purpose === 'mailbox'
            ? 'Your mail is read on this device. Waystamp cannot send, change or delete anything.'
            : 'Your mail is not asked for: the facts of your file are compared for this address.'}
        </p>
        {loading === 'failed' && (
          <p role="alert" className="mt-3 text-sm text-bad">
            Google’s sign-in could not be loaded. Check the connection or a content blocker.
          </p>
        )}
        <div className="mt-5">
          {loading === 'failed' ? (
            <Button
              className="w-full"
              onClick={() => {
                setLoading('script');
                setAttempt(attempt + 1);
              }}
            >
              Try again
            </Button>
          ) : (
            <Continue purpose={wanted.purpose} onToken={() => setWanted(null)} />
          )}
        </div>
      </BottomSheet>
    </GoogleOAuthProvider>
  );
}

function Continue({ purpose, onToken }: { purpose: SignInPurpose; onToken: () => void }) {
  const { completeSignIn } = useActions();
  const { scriptLoadedSuccessfully } = useGoogleOAuth();
  const again = useAtomValue(isGoogleAuthed);
  const wanted = useAtomValue(googleSignIn);
  const open = useGoogleLogin({
    flow: 'implicit',
    scope: scopesFor(purpose).join(' '),
    overrideScope: true,
    // A sign-in for a file's facts must not bring along an earlier grant to read mail.
    include_granted_scopes: purpose === 'mailbox',
    onSuccess: (token) => {
      const { access_token, scope, expires_in } = token;
      onToken();
      void completeSignIn(
        {
          provider: 'google',
          token: { access_token, token_type: 'Bearer', scope, expires_at: Date.now() + expires_in * 1000 },
        },
        wanted?.after ?? 'scan',
      );
    },
    onError: ({ error }) => {
      if (error === 'access_denied') inform('You are not signed in. Nothing was read and nothing was sent.');
      else warn(`The sign-in did not work (${error ?? 'no reason given'}). Please try again.`);
    },
    onNonOAuthError: ({ type }) => {
      if (type === 'popup_failed_to_open')
        warn('The browser blocked Google’s window. Allow it and try again.');
    },
  });
  return (
    <Button
      className="w-full"
      loading={!scriptLoadedSuccessfully}
      onClick={() => open({ prompt: again ? 'consent' : 'select_account' })}
    >
      Continue with Google
    </Button>
  );
}
