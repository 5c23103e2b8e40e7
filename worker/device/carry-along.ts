import { type Catalog, sameChoices, sameEvents } from '../../catalog/index.ts';
import type { Published } from '../client/asked.ts';
import type { Choices } from '../contract.ts';
import type { Store } from '../store/index.ts';

/**
 * Carries over to a newer catalog what still holds from an older one: evidence for events that stay as they are, and
 * choices of what is still the same to a person. The newer one's own entries stay.
 *
 * @param store of the older catalog
 */
export async function carryAlong(store: Store, before: Catalog, { catalog, hash }: Published): Promise<void> {
  const newer = store.forCatalog(hash);
  const same = sameEvents(before, catalog);
  const [found = [], own = []] = await Promise.all([store.get('evidence'), newer.get('evidence')]);
  const known = new Set(own.map(({ source, messageId, event }) => `${source} ${messageId} ${event}`));
  const carried = found.filter(
    ({ source, messageId, event }) => same.has(event) && !known.has(`${source} ${messageId} ${event}`),
  );
  const still = sameChoices(before, catalog);
  const [chosen, ownChosen] = await Promise.all([store.get('choices'), newer.get('choices')]);
  const among = (list: keyof Choices): string[] => {
    const carriedKeys = chosen?.[list].filter((key) => still[list].has(key)) ?? [];
    const keys = new Set([...carriedKeys, ...(ownChosen?.[list] ?? [])]);
    return catalog[list].map(({ key }) => key).filter((key) => keys.has(key));
  };
  await newer.commit({
    logs: {
      evidence: [...own, ...carried],
      choices: { interests: among('interests'), events: among('events') },
    },
  });
}
