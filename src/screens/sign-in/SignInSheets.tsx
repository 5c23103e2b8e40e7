import { useAtom, useAtomValue } from 'jotai';
import { lazy, Suspense } from 'react';
import { BottomSheet } from '../../parts/BottomSheet.tsx';
import { config } from '../../state/core.ts';
import { signInSheet } from '../../state/page.ts';
import { AllowReading } from './AllowReading.tsx';
import { useTexts } from '../../language/use-texts.ts';
import { buttonTexts } from '../../texts/en/buttons.ts';
import { fixedTexts } from '../../texts/en/fixed.ts';

/** Google's code is loaded with its first button, and never for the demo provider. */
const GoogleIdentity = lazy(async () => ({
  default: (await import('./GoogleIdentity.tsx')).GoogleIdentity,
}));

/** The step of the sign-in that waits for a press. */
export function SignInSheets() {
  const { allowReading } = useTexts(buttonTexts);
  const { signInWithGoogle } = useTexts(fixedTexts);
  const [sheet, setSheet] = useAtom(signInSheet);
  const provider = useAtomValue(config)?.provider ?? 'demo';
  if (sheet === null) return null;
  const close = (): void => setSheet(null);
  return sheet.step === 'reading' ? (
    <BottomSheet key="reading" title={allowReading} onClose={close}>
      <AllowReading provider={provider} after={sheet.after} />
    </BottomSheet>
  ) : (
    <BottomSheet key="sign-in" title={signInWithGoogle} onClose={close}>
      <Suspense fallback={null}>
        <GoogleIdentity purpose={sheet.purpose} after={sheet.after} />
      </Suspense>
    </BottomSheet>
  );
}
