/** People with accounts and announced keys, and the first round of each one's comparison, prepared in advance. */
import { initPsi } from '../../../psi-wasm/index.ts';
import { createAccounts } from '../../../server/accounts/store.ts';
import { DEMO_ISSUER } from '../../../server/demo/oauth/id-token.ts';
import type { Db } from '../../../server/database/db.ts';
import type { Database } from '../../../server/database/open.ts';
import { openSecret } from '../../../server/database/secret.ts';
import { accountOf } from '../../../server/session/account.ts';
import { createSessionTokens } from '../../../server/session/token.ts';
import { round1 } from './comparison.ts';
import type { Round1 } from './comparison.ts';
import { FACTS } from '../catalog.ts';

/** Accounts created in parallel. */
const AT_ONCE = 8;

export interface Person {
  email: string;
  token: string;
  round1: Round1;
  /** The requested slots. */
  slots: readonly number[];
}

/**
 * Each call announces fresh keys of a new person directly in the server's database, without the blob store.
 *
 * @param secret the server's own
 * @param label makes these people's addresses unique
 */
export async function createAnnouncer(
  database: Database,
  secret: string,
  label = 'person',
): Promise<() => Promise<Person>> {
  const secretFor = await openSecret(database.db, secret);
  const tokens = createSessionTokens(secretFor('session'), Date.now);
  const accounts = createAccounts(database.db);
  const psi = await initPsi();
  const slots = FACTS.slice(0, 10).map(({ slot }) => slot);

  let next = 0;
  return async () => {
    const index = next++;
    const { privateKeys, publicKeys: message } = psi.genKeys();
    const { publicKeys, keyId } = psi.readPublicKeys(message);
    const email = `${label}-${index}@mail.example`;
    const id = await makeAccount(database.db, email);
    await accounts.create(id, { link: `http://localhost/psi/${label}/${index}`, keyId, publicKeys });
    const { token } = await tokens.issue(id);
    return { email, token, round1: await round1({ privateKeys }, slots), slots };
  };
}

/**
 * An account as made by a sign-in at the demo provider, without keys.
 *
 * @returns its id
 */
export async function makeAccount(db: Db, email: string): Promise<string> {
  const person = { issuer: DEMO_ISSUER, subject: `demo-${email}`, email, authoritative: true };
  return (await accountOf(db, person)).id;
}

/**
 * Several people at once.
 *
 * @param secret the server's own
 */
export async function announcePeople(database: Database, secret: string, count: number): Promise<Person[]> {
  const announce = await createAnnouncer(database, secret);
  const people: Person[] = [];
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (begun < count) {
      begun += 1;
      people.push(await announce());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return people;
}
