import { googleLogout } from '@react-oauth/google';

/** Disables Google's auto-select for this site, if Google's code is loaded. */
export function googleLogOut(): void {
  googleLogout();
}
