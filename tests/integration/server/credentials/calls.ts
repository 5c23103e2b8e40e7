/** Every call that needs a sign-in, as its rightful caller would make it. */
import { randomBytes, randomUUID } from 'node:crypto';
import { slotOfFact } from '../../../support/psi/slots.ts';
import {
  compare,
  disclosureCall,
  disclosureOf,
  round1,
  round2Call,
} from '../../../support/server/comparison.ts';
import type { Disclosure } from '../../../support/server/comparison.ts';
import { announceCall, lookUpCall, uploadTokenCall } from '../../../support/server/api-calls.ts';
import type { Call } from '../../../support/server/api-calls.ts';
import {
  anonymousToken,
  publishKeys,
  randomPathname,
  renewKeys,
  signUp,
} from '../../../support/server/harness.ts';
import type { Person, Reachable } from '../../../support/server/harness.ts';

const SLOTS = [slotOfFact('travelInterests/bars')];

/** What the calls for one address need. */
export interface Holder {
  email: string;
  /** Published, but announced by nobody. */
  freshLink: string;
  identityToken: string;
  /** For the keys announced last. */
  request: Uint8Array;
  disclosure: Disclosure;
}

/** A person with an account, an open session, and new, unused keys. */
export async function holderOf(
  server: Reachable,
  email: string,
): Promise<Holder & { person: Person; announcedLink: string; retiredLink: string }> {
  const person = await signUp(server, email);
  const compared = await compare(server, person, SLOTS);
  const retiredLink = person.keys.link;
  const { link: announcedLink } = await renewKeys(server, person);
  return {
    email,
    person,
    announcedLink,
    retiredLink,
    freshLink: (await publishKeys(server, person.token)).link,
    identityToken: await anonymousToken(server),
    request: (await round1(person.keys, SLOTS)).message,
    disclosure: disclosureOf(compared, SLOTS),
  };
}

/** The same for an address without an account: everything is well-formed, and belongs to nobody. */
export async function nobody(server: Reachable, email: string): Promise<Holder> {
  const keys = await publishKeys(server, await server.token('publisher@mail.example'));
  return {
    email,
    freshLink: keys.link,
    identityToken: await anonymousToken(server),
    request: (await round1(keys, SLOTS)).message,
    disclosure: disclosureOf({ matched: [], session: randomBytes(32), token: () => randomBytes(16) }, SLOTS),
  };
}

function announcement(call: 'create_account' | 'update_psi_keys') {
  return ({ email, freshLink }: Holder): Call => announceCall(call, { email, token: null }, freshLink);
}

export const USER_CALLS: [name: string, call: (holder: Holder) => Call][] = [
  ['create_account', announcement('create_account')],
  ['update_psi_keys', announcement('update_psi_keys')],
  ['get_by_email', ({ email }) => lookUpCall({ email, token: null })],
];

export const PSI_CALLS: typeof USER_CALLS = [
  ['upload', ({ identityToken }) => uploadTokenCall({ token: null, identityToken }, randomPathname())],
  ['round2', ({ request }) => round2Call(null, request)],
  ['disclose', ({ disclosure }) => disclosureCall(null, disclosure)],
];

/** The calls about the account that the credential names, whichever it is. */
export const RECORD_CALLS: typeof USER_CALLS = [
  ['tell', () => ({ path: '/api/users/me', method: 'GET', headers: {} })],
  ['withdraw', () => ({ path: `/api/disclosures/${randomUUID()}`, method: 'DELETE', headers: {} })],
  ['remove', () => ({ path: '/api/users/me', method: 'DELETE', headers: {} })],
];
