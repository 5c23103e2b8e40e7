/** People with accounts whose keys are announced, and the request of each one's comparison, made beforehand. */
import { FACTS } from '../../../catalog/index.ts';
import { initPsi } from '../../../psi-wasm/index.ts';
import { createAccounts } from '../../../server/accounts/store.ts';
import type { Database } from '../../../server/database/open.ts';
import { createAccessTokens } from '../../../server/demo/oauth/access-token.ts';
import { openSecret } from '../../../server/secret.ts';

const SCOPES = ['email', 'profile'];
const TOKEN_SECONDS = 3_600;
/** Accounts that are created at once. */
const AT_ONCE = 8;

export interface Person {
  email: string;
  token: string;
  /** The message of round 1. */
  request: Uint8Array;
}

/**
 * Announces fresh keys of new people, past the blob store: straight into the server's database.
 *
 * @param secret the server's own
 */
export async function announcePeople(database: Database, secret: string, count: number): Promise<Person[]> {
  const secretFor = await openSecret(database.db, secret);
  const tokens = createAccessTokens(secretFor('demo'), TOKEN_SECONDS, Date.now);
  const accounts = createAccounts(database.db);
  const psi = await initPsi();
  const bits = new Uint8Array(100);
  for (const { slot } of FACTS.slice(0, 10)) bits[slot] = 1;

  const people: Person[] = [];
  const add = async (index: number): Promise<void> => {
    const { privateKeys, publicKeys: message } = psi.genKeys();
    const { message: request } = psi.round1(privateKeys, bits);
    const { publicKeys, keyId } = psi.readPublicKeys(message);
    const email = `person-${index}@mail.example`;
    await accounts.create(email, { link: `http://localhost/psi/${index}`, keyId, publicKeys });
    const { token } = await tokens.issue(email, SCOPES);
    people.push({ email, token, request });
  };
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await add(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return people;
}
