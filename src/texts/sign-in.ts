import type { AppConfig } from '../../worker/contract.ts';
import { textsOf } from '../language/language.ts';
import { fixedTexts } from './en/fixed.ts';

/** The name of the button that signs in. */
export function signInLabel(config: AppConfig | null): string {
  const { signInWithGoogle, tryDemo } = textsOf(fixedTexts);
  return config?.provider === 'google' ? signInWithGoogle : tryDemo;
}
