import { useAtom, useAtomValue } from 'jotai';
import { lazy, Suspense } from 'react';
import { BottomSheet } from '../../parts/BottomSheet.tsx';
import { config } from '../../state/core.ts';
import { signInSheet } from '../../state/page.ts';
import { AllowReading } from './AllowReading.tsx';

/** Google's code is loaded with its first button, and never for the demo provider. */
const GoogleIdentity = lazy(async () => ({
  default: (await import('./GoogleIdentity.tsx')).GoogleIdentity,
}));

/** The step of the sign-in that waits for a press. */
export function SignInSheets() {
  const [sheet, setSheet] = useAtom(signInSheet);
  const provider = useAtomValue(config)?.provider ?? 'demo';
  if (sheet === null) return null;
  const close = (): void => setSheet(null);
  return sheet.step === 'reading' ? (
    <BottomSheet key="reading" title="Allow reading" onClose={close}>
      <AllowReading provider={provider} after={sheet.after} />
    </BottomSheet>
  ) : (
    <BottomSheet key="sign-in" title="Sign in with Google" onClose={close}>
      <Suspense fallback={null}>
        <GoogleIdentity purpose={sheet.purpose} after={sheet.after} />
      </Suspense>
    </BottomSheet>
  );
}
