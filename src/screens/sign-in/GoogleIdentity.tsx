import { GoogleLogin, useGoogleOAuth } from '@react-oauth/google';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useActions } from '../../actions/context.ts';
import type { AfterSignIn } from '../../auth/demo.ts';
import { newNonce, type Nonce } from '../../auth/google.ts';
import type { SignInPurpose } from '../../auth/scopes.ts';
import { loggedInGmail } from '../../state/core.ts';
import { GoogleScript } from './GoogleScript.tsx';
import { useTexts } from '../../language/use-texts.ts';
import { signInTexts } from '../../texts/en/sign-in.ts';
import { Rich } from '../../parts/Rich.tsx';

export interface GoogleIdentityProps {
  purpose: SignInPurpose;
  after: AfterSignIn;
}

/** The first step with Google, which gives an ID token through its own button only. */
export function GoogleIdentity(props: GoogleIdentityProps) {
  const t = useTexts(signInTexts);
  return (
    <>
      <p>
        <Rich text={t.who} parts={{ what: <strong className="font-semibold">{t.addressAndName}</strong> }} />
      </p>
      <p className="mt-3 mb-5 text-sm text-ink-soft">
        {props.purpose === 'mailbox' ? t.readingLater : t.noReading}
      </p>
      <GoogleScript>
        <GoogleButton {...props} />
      </GoogleScript>
    </>
  );
}

function GoogleButton({ purpose, after }: GoogleIdentityProps) {
  const t = useTexts(signInTexts);
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
          {t.notCompleted}
        </p>
      )}
      <div className="flex min-h-11 items-center justify-center">
        {nonce === null || !scriptLoadedSuccessfully ? (
          <output className="text-sm text-ink-soft">{t.buttonLoads}</output>
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
