import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../database/db.ts';
import { users } from '../database/schema.ts';
import type { SignIn } from './contract.ts';
import { isSameAddress } from './address.ts';

type Person = Pick<SignIn, 'issuer' | 'subject' | 'email' | 'authoritative'>;
type SignedIn = { id: string; email: string };

const RETURNED = { id: users.id, email: users.email };

/**
 * The account that an ID token stands for: of its issuer, subject and address. An account from before the server kept
 * subjects is taken over by the first token whose issuer decides who holds the address. Otherwise it is a new one, also
 * for an address that comes back under another subject.
 */
export async function accountOf(
  tx: Pick<Db, 'select' | 'insert' | 'update'>,
  person: Person,
): Promise<SignedIn> {
  const known = await ownAccount(tx, person);
  if (known !== undefined) return known;
  const { issuer, subject, email, authoritative } = person;
  if (authoritative) {
    const [taken] = await tx
      .update(users)
      .set({ issuer, subject })
      .where(and(eq(users.email, email), isNull(users.subject)))
      .returning(RETURNED);
    if (taken !== undefined) return taken;
  }
  const [made] = await tx
    .insert(users)
    .values({ issuer, subject, email })
    .onConflictDoNothing()
    .returning(RETURNED);
  // Another sign-in of the same person may have made it just now.
  const account = made ?? (await ownAccount(tx, person));
  if (account === undefined) throw new Error('The account was neither made nor found.');
  return account;
}

async function ownAccount(
  tx: Pick<Db, 'select'>,
  { issuer, subject, email }: Person,
): Promise<SignedIn | undefined> {
  const accounts = await tx
    .select(RETURNED)
    .from(users)
    .where(and(eq(users.issuer, issuer), eq(users.subject, subject)));
  return accounts.find((account) => isSameAddress(account.email, email));
}
