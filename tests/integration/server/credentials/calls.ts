/** The calls of DESIGN 7's table that need a sign-in, each as its rightful caller would make it. */
import { randomBytes } from 'node:crypto';
import { initPsi } from '../../../../psi-wasm/index.ts';
import { compare, factsOf, hex, requestOf, slotOfFact } from '../comparing.ts';
import type { DisclosedFact } from '../comparing.ts';
import { anonymousToken, publishKeys, randomPathname, renewKeys, signUp } from '../harness.ts';
import type { Person, Reachable } from '../harness.ts';

export const FACT = 'travelInterests/bars';

/** What the calls of one address are made with. */
export interface Holder {
  email: string;
  /** Published and announced by nobody. */
  freshLink: string;
  identityToken: string;
  /** Of the keys announced last. */
  request: Uint8Array;
  sessionId: string;
  facts: DisclosedFact[];
}

/** Somebody with an account, an open session, and new keys that were not used yet. */
export async function holderOf(
  server: Reachable,
  email: string,
): Promise<Holder & { person: Person; announcedLink: string; retiredLink: string }> {
  const person = await signUp(server, email);
  const compared = await compare(server, person, [slotOfFact(FACT)]);
  const retiredLink = person.keys.link;
  const { link: announcedLink } = await renewKeys(server, person);
  return {
    email,
    person,
    announcedLink,
    retiredLink,
    freshLink: (await publishKeys(server, person.token)).link,
    identityToken: await anonymousToken(server),
    request: Uint8Array.from((await requestOf(person, [slotOfFact(FACT)])).message),
    sessionId: compared.sessionId,
    facts: factsOf(compared, [FACT]),
  };
}

/** The same for an address that has no account: everything in it is as good, and nobody's. */
export async function nobody(server: Reachable, email: string): Promise<Holder> {
  const keys = await publishKeys(server, await server.token('publisher@mail.example'));
  const psi = await initPsi();
  const { message } = psi.round1(keys.privateKeys, new Uint8Array(100));
  return {
    email,
    freshLink: keys.link,
    identityToken: await anonymousToken(server),
    request: Uint8Array.from(message),
    sessionId: hex(randomBytes(32)),
    facts: [{ slot: slotOfFact(FACT), token: hex(randomBytes(16)) }],
  };
}

export interface Call {
  path: string;
  init: Omit<RequestInit, 'headers'> & { headers: Record<string, string> };
}

function post(path: string, body: unknown, headers: Record<string, string> = {}): Call {
  return {
    path,
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    },
  };
}

export const USER_CALLS: [name: string, call: (holder: Holder) => Call][] = [
  [
    'create_account',
    ({ email, freshLink }) => post('/api/users/create_account', { email, psiPublicKeysLink: freshLink }),
  ],
  [
    'update_psi_keys',
    ({ email, freshLink }) => post('/api/users/update_psi_keys', { email, psiPublicKeysLink: freshLink }),
  ],
  [
    'get_by_email',
    ({ email }) => ({
      path: `/api/users/get_by_email?${new URLSearchParams({ email })}`,
      init: { headers: {} },
    }),
  ],
];

export const PSI_CALLS: typeof USER_CALLS = [
  [
    'upload',
    ({ identityToken }) =>
      post(
        '/api/psi/upload',
        {
          type: 'blob.generate-client-token',
          payload: { pathname: randomPathname(), clientPayload: null, multipart: false },
        },
        { 'x-identity-token': identityToken },
      ),
  ],
  [
    'round2',
    ({ request }) => ({
      path: '/api/psi/round2',
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: Uint8Array.from(request),
      },
    }),
  ],
  ['disclose', ({ sessionId, facts }) => post('/api/psi/disclose', { sessionId, facts })],
];

/** All that a caller sees of an answer, the time apart. */
export async function seenOf(
  answer: Response,
): Promise<{ status: number; headers: [string, string][]; body: string }> {
  return {
    status: answer.status,
    headers: [...answer.headers].filter(([name]) => name !== 'date'),
    body: await answer.text(),
  };
}
