/** The operator's view of the server. Uses types of the web platform only, since the worker reads the API's type. */

/** Structured log. Never an address, a token or a subject. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Counters and measurements, without anything about a person (`GET /metrics`). */
export interface Metrics {
  /**
   * Counts an answered request.
   *
   * @param route its pattern, never its path
   */
  request(method: string, route: string, status: number, seconds: number): void;
  /** Counts a request that failed because the database could not be reached. */
  databaseAway(): void;
  contentType: string;
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>;
}
