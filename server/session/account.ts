import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../database/db.ts';
import { users } from '../database/schema.ts';
import type { SignIn } from './contract.ts';
import { isSameAddress, startWithoutDots } from './address.ts';

type Person = Pick<SignIn, 'issuer' | 'subject' | 'email' | 'authoritative'>;
type SignedIn = { id: string; email: string };

const RETURNED = { id: users.id, email: users.email };

/**
 * The account of an ID token: of its issuer, subject and address. An account older than the record of subjects is taken
 * over by the first token whose issuer is authoritative for the address. Otherwise it is a new one, also for a known
 * address under another subject.
 */
export async function accountOf(
  tx: Pick<Db, 'select' | 'insert' | 'update'>,
  person: Person,
): Promise<SignedIn> {
  const known =
    (await ownAccount(tx, person)) ?? (await takeOver(tx, person)) ?? (await ownAccount(tx, person));
  if (known !== undefined) return known;
  const { issuer, subject, email } = person;
  const [made] = await tx
    .insert(users)
    .values({ issuer, subject, email })
    .onConflictDoNothing()
    .returning(RETURNED);
  // Another sign-in of the same person may just have made it.
  const account = made ?? (await ownAccount(tx, person));
  if (account === undefined) throw new Error('The account was neither made nor found.');
  return account;
}

/** Gives the person their older account; undefined when there is none, or somebody was faster. */
async function takeOver(
  tx: Pick<Db, 'select' | 'update'>,
  { issuer, subject, email, authoritative }: Person,
): Promise<SignedIn | undefined> {
  if (!authoritative) return undefined;
  const id = await accountFromBefore(tx, email);
  if (id === undefined) return undefined;
  const [taken] = await tx
    .update(users)
    .set({ issuer, subject })
    .where(and(eq(users.id, id), isNull(users.subject)))
    .returning(RETURNED);
  return taken;
}

/**
 * This mailbox's older account: the one with exactly this address, or the oldest with another spelling of it. Once
 * somebody has an account with the address, an organisation may have reassigned it, so other spellings then stay as
 * they are.
 */
async function accountFromBefore(tx: Pick<Db, 'select'>, email: string): Promise<string | undefined> {
  const alike = await tx
    .select({ id: users.id, email: users.email, subject: users.subject })
    .from(users)
    .where(
      or(
        eq(users.email, email),
        sql`starts_with(replace(${users.email}, '.', ''), ${startWithoutDots(email)})`,
      ),
    )
    .orderBy(users.createdAt, users.id);
  const same = alike.filter((account) => isSameAddress(account.email, email));
  const ownerless = same.filter((account) => account.subject === null);
  const exact = ownerless.find((account) => account.email === email);
  const spelt = ownerless.length === same.length ? ownerless[0] : undefined;
  return (exact ?? spelt)?.id;
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
