import { foldAddress } from '../../mail/header/fold-address.ts';
import type { Session } from '../contract.ts';
import type { Store, TravelLogs } from '../store/index.ts';

/**
 * Whether a session kept by the page belongs to the person whose findings are on the device. If not, a tab wrote it
 * that had not heard of a sign-out or another sign-in elsewhere.
 */
export async function isOwner(store: Store, { email }: Session): Promise<boolean> {
  const owner = (await store.get('owner'))?.email ?? null;
  return owner === null ? !store.emptiedBefore : foldAddress(owner) === foldAddress(email);
}

/**
 * Makes sure that the stored findings belong to this account. Findings from another person's mailbox are removed before
 * they could count for the new account. An imported file, which needs no sign-in, and the person's own choices stay.
 *
 * @returns true when something of another account was removed
 */
export async function adopt(store: Store, email: string): Promise<boolean> {
  const owner = await store.get('owner');
  const other = owner?.email;
  const foreign = other !== undefined && other !== null && foldAddress(other) !== foldAddress(email);
  if (foreign) {
    const hashes = await store.catalogs();
    const kept = await Promise.all(hashes.map((hash) => notOfMailbox(store.forCatalog(hash))));
    const [organisers, config] = await Promise.all([store.get('organisers'), store.get('config')]);
    await store.clearMail();
    await store.commit({
      logs: {
        ...(organisers === undefined ? {} : { organisers }),
        ...(config === undefined ? {} : { config }),
      },
    });
    for (const [index, hash] of hashes.entries()) {
      await store.forCatalog(hash).commit({ logs: kept[index] ?? {} });
    }
  }
  await store.put('owner', { source: 'account', email, fileName: null });
  return foreign;
}

/** A catalog's entries that came from no account's mailbox. */
async function notOfMailbox(store: Store): Promise<Partial<TravelLogs>> {
  const evidence = (await store.get('evidence')) ?? [];
  const unreadable = (await store.get('unreadable')) ?? [];
  const checkpoint = await store.get('checkpoint');
  const [choices, catalog] = await Promise.all([store.get('choices'), store.get('catalog')]);
  const file = checkpoint?.file ?? null;
  return {
    evidence: evidence.filter((entry) => entry.source === 'file'),
    unreadable: unreadable.filter((entry) => entry.source === 'file'),
    ...(file === null ? {} : { checkpoint: { last: 'file', account: null, file } }),
    ...(choices === undefined ? {} : { choices }),
    ...(catalog === undefined ? {} : { catalog }),
  };
}
