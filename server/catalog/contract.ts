import type { Catalog } from '../../catalog/index.ts';

/** The catalogs that this server asks about, now and earlier. Uses types of the web platform only. */
export interface Catalogs {
  /** The current catalog. */
  get(): Catalog;
  /** Its hash, under which disclosures are recorded. */
  hash(): string;
  /** @throws Refusal 410 `catalog_withdrawn` when the operator has withdrawn the current catalog */
  checkCurrent(): void;
  /**
   * A published catalog.
   *
   * @throws Refusal 404 `catalog_unknown`, 410 `catalog_withdrawn`
   */
  byHash(hash: string): Promise<Catalog>;
  /**
   * A published catalog as canonical JSON.
   *
   * @throws Refusal 404 `catalog_unknown`, 410 `catalog_withdrawn`
   */
  canonical(hash: string): Promise<string>;
  /** Which of these hashes were ever published, including withdrawn ones. */
  everPublished(hashes: readonly string[]): Promise<Map<string, Catalog>>;
}
