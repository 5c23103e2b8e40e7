import { foldAddress } from '../../mail/header/fold-address.ts';
import type { Session } from '../contract.ts';
import type { Store } from '../store/index.ts';

/**
 * Whether a session that the page kept is of the person whose findings are on the device. One that is not was
 * written by a tab that had not heard that another one signed out, or signed somebody else in.
 */
export async function isOwner(store: Store, { email }: Session): Promise<boolean> {
  const owner = (await store.get('owner'))?.email ?? null;
  return owner === null ? !store.emptiedBefore : foldAddress(owner) === foldAddress(email);
}

/**
 * Makes sure that what is stored belongs to this account. A mailbox that another person's sign-in read is
 * theirs: it is removed before anything of it could count for the new account. An imported file, which
 * nobody signed in for, and the person's own choices stay.
 *
 * @returns true when something of another account was removed
 */
export async function adopt(store: Store, email: string): Promise<boolean> {
  const owner = await store.get('owner');
  const other = owner?.email;
  const foreign = other !== undefined && other !== null && foldAddress(other) !== foldAddress(email);
  if (foreign) {
    const evidence = (await store.get('evidence')) ?? [];
    const unreadable = (await store.get('unreadable')) ?? [];
    const checkpoint = await store.get('checkpoint');
    const [choices, catalog, config] = await Promise.all([
      store.get('choices'),
      store.get('catalog'),
      store.get('config'),
    ]);
    await store.clearMail();
    const file = checkpoint?.file ?? null;
    await store.commit({
      logs: {
        evidence: evidence.filter((entry) => entry.source === 'file'),
        unreadable: unreadable.filter((entry) => entry.source === 'file'),
        ...(file === null ? {} : { checkpoint: { last: 'file', account: null, file } }),
        ...(choices === undefined ? {} : { choices }),
        ...(catalog === undefined ? {} : { catalog }),
        ...(config === undefined ? {} : { config }),
      },
    });
  }
  await store.put('owner', { source: 'account', email, fileName: null });
  return foreign;
}
