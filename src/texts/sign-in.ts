import type { AppConfig } from '../../worker/contract.ts';

/** The name of the button that signs in (DESIGN 9). */
export function signInLabel(config: AppConfig | null): string {
  return config?.provider === 'google' ? 'Sign in with Google' : 'Try the demo mailbox';
}
