import { CATALOG_HASH, canonicalJson, catalogHash, catalogSchema } from '../../catalog/index.ts';
import type { Catalog, Operator } from '../../catalog/index.ts';
import type { Log } from '../operator/contract.ts';
import { Refusal } from '../web/refusal.ts';
import type { Catalogs } from './contract.ts';
import { createHostedCatalog, type HostedProject, whyNoCatalog } from './hosted-project.ts';
import type { PublishedCatalog, PublishedCatalogs } from './published.ts';

/** Most earlier catalogs that are kept parsed. */
const MOST_PARSED = 20;

export interface CurrentCatalog extends Catalogs {
  /**
   * Reads the hosted project's catalog, and publishes what is current. If it cannot be read, the reason is logged and
   * the catalog stays as it was. Rejects when the database does not answer.
   */
  refresh(): Promise<void>;
}

/**
 * This copy's catalog: the hosted project's as last read, or the one in the repo before the first successful read and
 * without a hosted project. Earlier ones, and those of other copies, are read from the database.
 *
 * @param readHosted null without a hosted project
 */
export function createCurrentCatalog(
  builtIn: Catalog,
  readHosted: (() => Promise<Catalog>) | null,
  published: Pick<PublishedCatalogs, 'publish' | 'find'>,
  log: Log,
): CurrentCatalog {
  let current = builtIn;
  let hash = catalogHash(current);
  let currentIsWithdrawn = false;
  /** Earlier catalogs by their hashes, so that each is parsed once. */
  const parsedBefore = new Map<string, Catalog>();

  const use = async (next: Catalog): Promise<void> => {
    // Nobody hears of a catalog before all copies can answer for it.
    const nextHash = await published.publish(next);
    const { withdrawn: isWithdrawn = false } = (await published.find([nextHash])).get(nextHash) ?? {};
    // Keeps the same object, so that values derived from a catalog are computed once.
    if (nextHash !== hash) current = next;
    hash = nextHash;
    if (isWithdrawn) {
      log.error({ hash }, 'what is asked was withdrawn: nobody can compare by it until it is restored');
    }
    currentIsWithdrawn = isWithdrawn;
  };
  const useHosted = async (read: () => Promise<Catalog>): Promise<void> => {
    let next: Catalog;
    try {
      next = await read();
    } catch (error) {
      const stays = current === builtIn ? 'the catalog in the repo' : 'the one that was read before';
      log.error(
        { reason: whyNoCatalog(error) },
        `the hosted project’s catalog cannot be used: ${stays} stays in use`,
      );
      return use(current);
    }
    await use(next);
    log.debug({}, 'the hosted project’s catalog was read, and is in use');
  };
  const earlier = async (wanted: string): Promise<PublishedCatalog> => {
    const found = CATALOG_HASH.test(wanted) ? (await published.find([wanted])).get(wanted) : undefined;
    if (found === undefined) {
      throw new Refusal(404, 'No such catalog is published here. Ask the organiser for a new link.', {
        code: 'catalog_unknown',
      });
    }
    if (found.withdrawn) throw withdrawn();
    return found;
  };
  const parsed = (wanted: string, { canonical }: PublishedCatalog): Catalog | null => {
    const catalog = parsedBefore.get(wanted) ?? catalogSchema.safeParse(JSON.parse(canonical)).data ?? null;
    if (catalog === null) return null;
    parsedBefore.delete(wanted);
    parsedBefore.set(wanted, catalog);
    const [oldest = ''] = parsedBefore.keys();
    if (parsedBefore.size > MOST_PARSED) parsedBefore.delete(oldest);
    return catalog;
  };
  const checkCurrent = (): void => {
    if (currentIsWithdrawn) throw withdrawn();
  };

  return {
    get: () => current,
    hash: () => hash,
    checkCurrent,
    canonical: async (wanted) => {
      if (wanted !== hash) return (await earlier(wanted)).canonical;
      checkCurrent();
      return canonicalJson(current);
    },
    byHash: async (wanted) => {
      if (wanted !== hash) {
        const catalog = parsed(wanted, await earlier(wanted));
        // It is of an older version of the product, and none any more.
        if (catalog === null) throw withdrawn();
        return catalog;
      }
      checkCurrent();
      return current;
    },
    everPublished: async (hashes) => {
      const found = [...(await published.find(hashes))].flatMap(([wanted, stored]) => {
        const catalog = parsed(wanted, stored);
        return catalog === null ? [] : [[wanted, catalog] as const];
      });
      return new Map(found);
    },
    refresh: async () => (readHosted === null ? use(builtIn) : useHosted(readHosted)),
  };
}

function withdrawn(): Refusal {
  return new Refusal(410, 'The organiser has withdrawn this list of questions. Ask them for a new link.', {
    code: 'catalog_withdrawn',
  });
}

/** The configured current catalog, before it is read and published. */
export function openCurrentCatalog(
  {
    hostedProject,
    operator,
    builtIn,
  }: { hostedProject: HostedProject | null; operator: Operator; builtIn: Catalog },
  published: PublishedCatalogs,
  log: Log,
  send: typeof fetch,
): CurrentCatalog {
  const readHosted = hostedProject === null ? null : createHostedCatalog(hostedProject, operator, send);
  return createCurrentCatalog(builtIn, readHosted, published, log);
}
