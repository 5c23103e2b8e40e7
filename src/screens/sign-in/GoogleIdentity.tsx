import { GoogleLogin, useGoogleOAuth } from '@react-oauth/google';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useActions } from '../../actions-context.ts';
import type { AfterSignIn } from '../../auth/demo.ts';
import { newNonce, type Nonce } from '../../auth/google.ts';
import type { SignInPurpose } from '../../auth/scopes.ts';
import { loggedInGmail } from '../../state/core.ts';
import { GoogleScript } from './GoogleScript.tsx';

export interface GoogleIdentityProps {
  purpose: SignInPurpose;
  after: AfterSignIn;
}

/** The first step with Google, which gives an ID token through its own button only. */
export function GoogleIdentity(props: GoogleIdentityProps) {
  return (
    <>
      <p>
        Google tells Waystamp who you are:{' '}
        <strong className="font-semibold">your address and your name</strong>.
      </p>
      <p className="mt-3 mb-5 text-sm text-ink-soft">
        {props.purpose === 'mailbox'
          ? 'Reading your mail is not part of it. You are asked for that in the next step.'
          : 'Your mail is not asked for: what you found is compared for this address.'}
      </p>
      <GoogleScript>
        <GoogleButton {...props} />
      </GoogleScript>
    </>
  );
}

function GoogleButton({ purpose, after }: GoogleIdentityProps) {
  const { completeSignIn } = useActions();
  const { scriptLoadedSuccessfully } = useGoogleOAuth();
  const address = useAtomValue(loggedInGmail);
  const [nonce, setNonce] = useState<Nonce | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let shown = true;
    newNonce().then(
      (made) => (shown ? setNonce(made) : undefined),
      () => (shown ? setFailed(true) : undefined),
    );
    return () => {
      shown = false;
    };
  }, []);
  return (
    <>
      {failed && (
        <p role="alert" className="mb-4 rounded-md border border-bad p-3 text-sm">
          Google did not complete the sign-in. Nothing was read, and what is on this device is unchanged.
          Close this sheet and try again.
        </p>
      )}
      <div className="flex min-h-11 items-center justify-center">
        {nonce === null || !scriptLoadedSuccessfully ? (
          <output className="text-sm text-ink-soft">Google’s button is being loaded.</output>
        ) : (
          <GoogleLogin
            nonce={nonce.hash}
            text="continue_with"
            {...(address === null ? {} : { login_hint: address })}
            onSuccess={({ credential }) => {
              if (credential === undefined) setFailed(true);
              else {
                const request = { provider: 'google', idToken: credential, nonce: nonce.secret } as const;
                void completeSignIn(request, purpose, after);
              }
            }}
            onError={() => setFailed(true)}
          />
        )}
      </div>
    </>
  );
}
