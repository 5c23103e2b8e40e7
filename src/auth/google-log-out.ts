import { googleLogout } from '@react-oauth/google';

/** Ends Google's auto-select for this site, where its code was loaded; without it there is nothing to end. */
export function googleLogOut(): void {
  googleLogout();
}
