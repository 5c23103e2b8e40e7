/** What a person does with the server's record of them. Answers what went wrong, for the place where it was asked. */
import type { AppError } from '../worker/contract.ts';
import type { CoreClient } from './worker-client.ts';

export interface RecordPorts {
  core: Pick<CoreClient, 'call'>;
  tell: (message: string) => void;
  /** Hands a value to the person as a file. */
  save: (fileName: string, value: unknown) => void;
}

export function createRecordActions({ core, tell, save }: RecordPorts) {
  /** Asks the server what is shown. */
  async function readShown(): Promise<AppError | null> {
    const outcome = await core.call((remote) => remote.readShown());
    return outcome.ok ? null : outcome.error;
  }

  /** Takes back what an organiser holds. @param name of the stamp */
  async function withdraw(id: string, name: string): Promise<AppError | null> {
    const outcome = await core.call((remote) => remote.withdraw(id));
    if (!outcome.ok) return outcome.error;
    tell(`${name} is withdrawn`);
    return null;
  }

  /** Everything that the server holds about the person, as a file. @param explained how its parts are to be read */
  async function downloadHoldings(explained: Readonly<Record<string, string>>): Promise<AppError | null> {
    const outcome = await core.call((remote) => remote.holdings());
    if (!outcome.ok) return outcome.error;
    save('waystamp-server-record.json', { explained, record: outcome.value });
    return null;
  }

  return { readShown, withdraw, downloadHoldings };
}
