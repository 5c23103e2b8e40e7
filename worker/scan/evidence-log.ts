import type { Evidence, LoggedEvidence } from '../records.ts';

/** The evidence log in memory while a scan runs; what stood there before stays until its mail is read anew. */
export interface EvidenceLog {
  readonly all: readonly LoggedEvidence[];
  /** How many mails of a source count for some event. */
  mails(source: LoggedEvidence['source']): number;
  /**
   * Replaces what is logged for a mail.
   *
   * @returns whether the log changed
   */
  replace(messageId: string, source: LoggedEvidence['source'], evidence: readonly Evidence[]): boolean;
  /** Drops everything that came from this source. */
  drop(source: LoggedEvidence['source']): void;
}

/** Makes the log from what is stored. */
export function createEvidenceLog(stored: readonly LoggedEvidence[]): EvidenceLog {
  const bySource = {
    account: Map.groupBy(
      stored.filter(({ source }) => source === 'account'),
      (entry) => entry.messageId,
    ),
    file: Map.groupBy(
      stored.filter(({ source }) => source === 'file'),
      (entry) => entry.messageId,
    ),
  };
  return {
    get all() {
      return [...bySource.account.values(), ...bySource.file.values()].flat();
    },
    mails: (source) => bySource[source].size,
    replace(messageId, source, evidence) {
      if (evidence.length === 0) return bySource[source].delete(messageId);
      bySource[source].set(
        messageId,
        evidence.map((entry) => ({ ...entry, source })),
      );
      return true;
    },
    drop(source) {
      bySource[source].clear();
    },
  };
}
