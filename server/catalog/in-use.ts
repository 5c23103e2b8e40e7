import { builtInCatalog } from '../../catalog/index.ts';
import type { Catalog, Operator } from '../../catalog/index.ts';
import { createHostedCatalog, type HostedProject, whyNoCatalog } from './hosted-project.ts';

/**
 * The catalog that a server with this configuration uses, for the operator's commands.
 *
 * @param warn receives the reason when a hosted project cannot be read
 */
export async function catalogInUse(
  { hostedProject, operator }: { hostedProject: HostedProject | null; operator: Operator },
  warn: (message: string) => void,
): Promise<Catalog> {
  const builtIn = builtInCatalog(operator);
  if (hostedProject === null) return builtIn;
  const read = createHostedCatalog(hostedProject, operator, fetch);
  return read().catch((error: unknown) => {
    warn(
      `The hosted project’s catalog cannot be read (${whyNoCatalog(error)}); the one in the repo is used.`,
    );
    return builtIn;
  });
}
