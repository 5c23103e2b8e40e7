import type { Evidence, LoggedEvidence } from '../../records.ts';

/** The evidence log in memory during a scan. Earlier entries stay until their mail is read again. */
export interface EvidenceLog {
  readonly all: readonly LoggedEvidence[];
  /** How many mails of a source count for some event. */
  mails(source: LoggedEvidence['source']): number;
  /**
   * Replaces the entries of a mail.
   *
   * @returns whether the log changed
   */
  replace(messageId: string, source: LoggedEvidence['source'], evidence: readonly Evidence[]): boolean;
  /** Drops everything from this source. */
  drop(source: LoggedEvidence['source']): void;
}

/** Makes the log from the stored entries. */
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
