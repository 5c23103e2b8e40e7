import { CATALOG, catalogHash } from '../../catalog/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { Log } from '../ports.ts';
import { whyNoCatalog } from './hosted-project.ts';

export interface CurrentCatalog {
  get(): Catalog;
  /** The name under which what is disclosed is recorded. */
  hash(): string;
  /** Reads the hosted project's catalog. What it cannot give is logged, and the catalog stays as it was. */
  refresh(): Promise<void>;
}

/**
 * The catalog that this copy of the server goes by: the hosted project's as last read; the one in the repo until the
 * first read succeeds, and without a hosted project.
 *
 * @param readHosted null without a hosted project
 */
export function createCurrentCatalog(readHosted: (() => Promise<Catalog>) | null, log: Log): CurrentCatalog {
  let current = CATALOG;
  let hash = catalogHash(current);
  return {
    get: () => current,
    hash: () => hash,
    refresh: async () => {
      if (readHosted === null) return;
      try {
        current = await readHosted();
        hash = catalogHash(current);
        log.debug({ version: current.version }, 'the hosted project’s catalog was read');
      } catch (error) {
        const stays = current === CATALOG ? 'the catalog in the repo' : 'the one that was read before';
        log.error(
          { reason: whyNoCatalog(error) },
          `the hosted project’s catalog cannot be used: ${stays} stays in use`,
        );
      }
    },
  };
}
