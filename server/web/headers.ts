import { secureHeaders } from 'hono/secure-headers';
import type { ClientConfig } from './client-config.ts';

/** Two years, as browsers' preload lists require. */
const HSTS = 'max-age=63072000; includeSubDomains';

/** Google's sign-in, the mailbox, and the revocation endpoint. The app sends the mail token to no other path. */
const GOOGLE = {
  script: ['https://accounts.google.com/gsi/client'],
  style: ['https://accounts.google.com/gsi/style'],
  frame: ['https://accounts.google.com/gsi/'],
  connect: [
    'https://accounts.google.com/gsi/',
    'https://oauth2.googleapis.com/revoke',
    'https://gmail.googleapis.com/gmail/v1/users/me/',
  ],
};
const FIREBASE_HOSTS = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
const VERCEL_BLOB_HOSTS = ['https://vercel.com'];

/**
 * Security headers for every answer. The content policy names each host that the page may call and nothing else,
 * without `unsafe-inline` and `unsafe-eval`. A route with a stricter policy (the demo's consent page) keeps its own.
 *
 * @param https true when people reach this server over https only
 */
export function securityHeaders(client: ClientConfig, https: boolean) {
  const google = client.provider === 'google' ? GOOGLE : { script: [], style: [], frame: [], connect: [] };
  const firebase = client.identityEmulatorUrl === null ? FIREBASE_HOSTS : [];
  const vercel = client.blobApiUrl === null ? VERCEL_BLOB_HOSTS : [];
  return secureHeaders({
    overwrite: false,
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...google.script],
      styleSrc: ["'self'", ...google.style],
      fontSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'", ...google.connect, ...firebase, ...vercel],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      frameSrc: google.frame.length === 0 ? ["'none'"] : google.frame,
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
    },
    // Google's token window answers through its opener.
    crossOriginOpenerPolicy: client.provider === 'google' ? 'same-origin-allow-popups' : 'same-origin',
    // `no-referrer` would send our own forms with `Origin: null`. Google's button refuses pages that hide their origin
    // ("The given origin is not allowed for the given client ID"); it learns no more than the origin.
    referrerPolicy: client.provider === 'google' ? 'strict-origin-when-cross-origin' : 'same-origin',
    strictTransportSecurity: https ? HSTS : false,
    xFrameOptions: 'DENY',
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [], usb: [] },
  });
}
