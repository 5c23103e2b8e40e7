import { GoogleOAuthProvider, useGoogleLogin, useGoogleOAuth } from '@react-oauth/google';
import { useAtom, useAtomValue } from 'jotai';
import { useState } from 'react';
import { useActions } from '../actions-context.ts';
import { promptFor, tokenOf } from '../auth/google.ts';
import { scopesFor, type SignInPurpose } from '../auth/scopes.ts';
import { BottomSheet } from '../parts/BottomSheet.tsx';
import { Button } from '../parts/Button.tsx';
import { config, googleAuthToken } from '../state/core.ts';
import { googleSignIn } from '../state/page.ts';
import { scopeWords } from '../texts/scopes.ts';
import { leftOutSentence, WINDOW_ENDS, type WindowEnd } from '../texts/google-window.ts';

/**
 * Google's sign-in. This module, and with it Google's script, is loaded by the first press; the window opens with
 * the second one, since phones block a window that does not follow a press (DESIGN 8).
 */
export function GoogleSignIn() {
  const [wanted, setWanted] = useAtom(googleSignIn);
  const token = useAtomValue(googleAuthToken);
  const clientId = useAtomValue(config)?.googleClientId ?? '';
  const [loading, setLoading] = useState<'script' | 'ready' | 'failed'>('script');
  const [attempt, setAttempt] = useState(0);
  if (wanted === null) return null;
  const leftOut = leftOutSentence(token, wanted.purpose);
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
        {leftOut !== '' && <p className="mt-3 font-semibold">{leftOut}</p>}
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
  const token = useAtomValue(googleAuthToken);
  const wanted = useAtomValue(googleSignIn);
  const [ended, setEnded] = useState<WindowEnd | null>(null);
  const open = useGoogleLogin({
    flow: 'implicit',
    scope: scopesFor(purpose).join(' '),
    overrideScope: true,
    // A sign-in for a file's facts must not bring along an earlier grant to read mail.
    include_granted_scopes: purpose === 'mailbox',
    onSuccess: (answer) => {
      const granted = tokenOf(answer, Date.now());
      if (granted === null) {
        setEnded('failed');
        return;
      }
      onToken();
      void completeSignIn({ provider: 'google', token: granted }, wanted?.after ?? 'scan');
    },
    onError: ({ error }) => setEnded(error === 'access_denied' ? 'declined' : 'failed'),
    onNonOAuthError: ({ type }) => setEnded(NO_ANSWER[type]),
  });
  return (
    <>
      {ended !== null && (
        // Stays until the next try, as a toast would not.
        <p role="alert" className="mb-4 rounded-md border border-bad p-3 text-sm">
          {WINDOW_ENDS[ended]}
        </p>
      )}
      <Button
        className="w-full"
        loading={!scriptLoadedSuccessfully}
        onClick={() => {
          setEnded(null);
          open({ prompt: promptFor(token, purpose) });
        }}
      >
        Continue with Google
      </Button>
    </>
  );
}

/** How Google's script calls it when its window gave no answer at all. */
const NO_ANSWER = {
  popup_failed_to_open: 'blocked',
  popup_closed: 'closed',
  unknown: 'failed',
} as const satisfies Record<string, WindowEnd>;
