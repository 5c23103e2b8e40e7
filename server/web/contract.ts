/** What the routes need to tell callers apart and limit them. Uses types of the web platform only. */

/**
 * The limits: calls, failed sign-ins and identities by network address; announcements and comparisons by account;
 * uploads by pathname.
 */
export type Limited = 'calls' | 'failedSignIns' | 'identities' | 'announcements' | 'comparisons' | 'uploads';

export interface Limits {
  /**
   * Counts one.
   *
   * @throws Refusal 429 with the seconds to wait
   */
  count(what: Limited, by: string): Promise<void>;
  /** Counts one without refusing; false when it exceeds the limit. */
  take(what: Limited, by: string): Promise<boolean>;
  /** Undoes one count. */
  giveBack(what: Limited, by: string): Promise<void>;
}

/** The network address of a request; takes Hono's context. */
export type ClientAddress = (context: {
  req: { header: (name: string) => string | undefined };
  env: unknown;
}) => string;
