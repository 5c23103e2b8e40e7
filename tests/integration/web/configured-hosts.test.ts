/** The configured services cannot redirect the server. The store's part is in blob-links.test.ts. */
import { afterEach, describe, expect, it } from 'vitest';
import { createFirebaseIdentity } from '../../../server/identity/firebase.ts';
import { createGoogleProvider } from '../../../server/provider/google.ts';
import { answerWith, redirectTo } from '../../support/network/answers.ts';
import { createLoopback } from '../../support/network/loopback.ts';

const loopback = createLoopback();
afterEach(() => loopback.close());

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const CLIENT_ID = '123-abc.apps.googleusercontent.com';
const HOUR_SECONDS = 3600;

/** The claims are valid, so that the server fetches the keys. */
function idToken(iss: string, aud: string): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss, aud, sub: 'x', iat: now, exp: now + HOUR_SECONDS };
  return `${part({ alg: 'RS256', kid: 'x' })}.${part(claims)}.AAAA`;
}

const QUESTIONS: [string, (url: string) => Promise<unknown>][] = [
  [
    'Google, asked for the keys of its ID tokens',
    (jwksUrl) =>
      createGoogleProvider({ clientId: CLIENT_ID, jwksUrl }).verify(
        idToken('https://accounts.google.com', CLIENT_ID),
        'a nonce',
      ),
  ],
  [
    'Google, asked for the keys of Firebase’s tokens',
    (jwksUrl) =>
      createFirebaseIdentity({ projectId: 'project', jwksUrl }).verify(
        idToken('https://securetoken.google.com/project', 'project'),
      ),
  ],
];

describe.each(QUESTIONS)('%s', (_name, ask) => {
  it.each([301, 302, 303, 307, 308])('is not followed when it answers %i', async (status) => {
    const elsewhere = await loopback.listen(answerWith(200, '{}'));
    const { origin, asked } = await loopback.listen(redirectTo(status, `${elsewhere.origin}/`));
    await expect(ask(`${origin}/`)).rejects.toMatchObject({ status: 503, retryAfter: 5 });
    expect([asked(), elsewhere.asked()]).toEqual([1, 0]);
  });
});
