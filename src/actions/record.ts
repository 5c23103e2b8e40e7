/** A person's actions on the server's record of them. Returns the error, if any, to the place of the request. */
import type { AppError } from '../../worker/contract.ts';
import type { CoreClient } from '../browser/worker-client.ts';
import { textsOf } from '../language/language.ts';
import { toastTexts } from '../texts/en/toasts.ts';

export interface RecordPorts {
  core: Pick<CoreClient, 'call'>;
  tell: (message: string) => void;
  /** Saves a value as a file for the person. */
  save: (fileName: string, value: unknown) => void;
}

export function createRecordActions({ core, tell, save }: RecordPorts) {
  /** Asks the server what is shown. */
  async function readShown(): Promise<AppError | null> {
    const outcome = await core.call((remote) => remote.readShown());
    return outcome.ok ? null : outcome.error;
  }

  /**
   * Withdraws a disclosure.
   *
   * @param name the stamp's name
   */
  async function withdraw(id: string, name: string): Promise<AppError | null> {
    const outcome = await core.call((remote) => remote.withdraw(id));
    if (!outcome.ok) return outcome.error;
    tell(textsOf(toastTexts).withdrawn({ name }));
    return null;
  }

  /**
   * Saves everything that the server holds about the person as a file.
   *
   * @param explained explanations of its parts
   */
  async function downloadHoldings(explained: Readonly<Record<string, string>>): Promise<AppError | null> {
    const outcome = await core.call((remote) => remote.holdings());
    if (!outcome.ok) return outcome.error;
    save('waystamp-server-record.json', { explained, record: outcome.value });
    return null;
  }

  return { readShown, withdraw, downloadHoldings };
}
