/** What an honest caller knows: accounts, keys, links, tokens. The fuzzer mixes these in. */
import { SignJWT } from 'jose';
import { CATALOG, SLOT_COUNT, signerDomains } from '../../../../catalog/index.ts';
import { initPsi } from '../../../../psi-wasm/index.ts';
import { createAccessTokens } from '../../../../server/demo/oauth/access-token.ts';
import { ASKED } from '../../../support/psi/context.ts';
import { EVERY_SLOT } from '../../../support/psi/slots.ts';
import { round1 } from '../../../support/server/comparison.ts';
import {
  anonymousToken,
  randomPathname,
  signUp,
  upload,
  uploadToken,
} from '../../../support/server/harness.ts';
import {
  demoIdTokens,
  demoKey,
  idTokenFor,
  openSession,
  postSession,
} from '../../../support/server/sign-in.ts';
import type { Reachable } from '../../../support/server/harness.ts';
import type { Knowledge } from './requests.ts';

/** This token also works for the demo mailbox. */
const SCOPES = ['email', 'profile', 'https://www.googleapis.com/auth/gmail.readonly'];
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

const bearer = (value: string) => ({ name: 'authorization', value: `Bearer ${value}` });

/** Signs people up and keeps what they have. */
export async function getAcquainted(server: Reachable): Promise<Knowledge> {
  const psi = await initPsi();
  const json = async <T>(path: string, token: string): Promise<T> =>
    (await (await server.request(path, { headers: { authorization: `Bearer ${token}` } })).json()) as T;

  const ada = await signUp(server, 'ada.fuzz@mail.example');
  const spare = psi.genKeys();
  const odd = EVERY_SLOT.filter((slot) => slot % 2 === 1);
  const { message: own } = await round1(ada.keys, odd);
  const { message: foreign } = await round1(spare, odd);
  const spareLink = await upload(server, ada.token, spare.publicKeys);
  const pathname = randomPathname();
  const blobToken = await uploadToken(server, ada.token, pathname);
  const identity = await anonymousToken(server);

  const anyone = await server.token('robin@mail.example');
  const mailTokens = createAccessTokens(demoKey(), 3600, Date.now);
  const { token: reader } = await mailTokens.issue('robin@mail.example', SCOPES);
  const { emailAddress: owner } = await json<{ emailAddress: string }>('/gmail/v1/users/me/profile', reader);
  const { messages = [] } = await json<{ messages?: { id: string }[] }>(
    '/gmail/v1/users/me/messages',
    reader,
  );

  const expired = await createAccessTokens(demoKey(), 1, () => 0).issue(ada.email, SCOPES);
  const elsewhere = await new SignJWT({ scope: SCOPES.join(' ') })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('another-client')
    .setSubject(ada.email)
    .setExpirationTime('1h')
    .sign(demoKey());
  const leaver = await openSession(server, 'leaver.fuzz@mail.example');
  const { idToken, nonce } = await idTokenFor(ada.email, demoIdTokens());
  const used = await idTokenFor(ada.email, demoIdTokens());
  await postSession(server, used);
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"ada.fuzz@mail.example"}').toString('base64url')}.`;

  return {
    values: {
      email: [ada.email, ' ADA.fuzz@mail.example ', 'robin@mail.example', 'nobody@mail.example'],
      psiPublicKeysLink: [
        ada.keys.link,
        spareLink,
        `${server.origin}/blob/public/psi/nothing`,
        'https://evil.example/x',
      ],
      pathname: [pathname, ada.keys.link.split('/blob/public/')[1] ?? '', 'psi/nothing'],
      organiser: [ASKED.organiser, 'nobody'],
      catalog: [ASKED.catalog, 'a'.repeat(64)],
      domain: [...signerDomains(CATALOG).slice(0, 3), 'example.com'],
      userId: ['me', owner, ada.email],
      id: [...messages.slice(0, 20).map(({ id }) => id), '0', '00000000-0000-4000-8000-000000000000'],
      attachmentId: ['part-1', 'part-root'],
      q: ['from:a', '"a b" OR c', 'after:2024/1/1 has:attachment', '{a b} -(c d)', 'newer:1700000000'],
      labelIds: ['INBOX', 'SPAM'],
      maxResults: ['1', '500', '501', '0'],
      startHistoryId: ['1', '0', '99999999999'],
      pageToken: [Buffer.from('after:1').toString('base64url')],
      'x-api-version': ['12', '7', '6'],
      'x-content-type': ['application/octet-stream', 'text/html'],
      idToken: [identity, unsigned, idToken, used.idToken, reader],
      nonce: [nonce, used.nonce, CHALLENGE],
      client_id: ['waystamp-demo'],
      redirect_uri: [`${server.origin}/`, 'https://evil.example/', 'javascript:alert(1)'],
      scope: [SCOPES.join(' '), 'email', 'openid email profile'],
      login_hint: [owner, 'nobody@mail.example'],
      code_challenge: [CHALLENGE],
      state: ['some state'],
      decision: ['allow', 'cancel'],
      grant: ['email'],
      slot: [0, 1, SLOT_COUNT - 1],
      name: ['heading.woff2', 'text.woff2', '__proto__', 'constructor'],
      rest: ['index.html', 'assets/index.js', 'nothing/here'],
    },
    bytes: {
      '/api/psi/round2': [own, foreign, new Uint8Array(0)],
      '/blob': [spare.publicKeys, new Uint8Array(10)],
      '/blob/': [spare.publicKeys, new Uint8Array(10)],
    },
    ownCredentials: Object.fromEntries(
      ['DELETE /api/session', 'DELETE /api/users/me', 'GET /api/users/me'].map((call) => [
        call,
        { session: [bearer(leaver.token), bearer(unsigned)] },
      ]),
    ),
    credentials: {
      session: [
        bearer(ada.token),
        bearer(anyone),
        bearer(reader),
        bearer(unsigned),
        bearer(`${ada.token.slice(0, -4)}AAAA`),
        bearer('x'.repeat(5000)),
        { name: 'authorization', value: 'Basic YTpi' },
      ],
      accessToken: [
        bearer(reader),
        bearer(ada.token),
        bearer(expired.token),
        bearer(elsewhere),
        bearer(unsigned),
        bearer('x'.repeat(5000)),
        { name: 'authorization', value: 'Basic YTpi' },
      ],
      identityToken: [identity, unsigned, 'garbage', ''].map((value) => ({
        name: 'x-identity-token',
        value,
      })),
      blobToken: [
        bearer(blobToken),
        bearer(`${blobToken.slice(0, -4)}AAAA`),
        bearer('vercel_blob_client_waystamp_AAAA'),
        bearer('vercel_blob_rw_waystamp_0'),
      ],
    },
  };
}
