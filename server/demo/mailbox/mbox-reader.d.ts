declare module 'mbox-reader' {
  import type { Readable } from 'node:stream';

  export interface MboxMessage {
    returnPath: string;
    /** The date of the `From ` line, false when it cannot be read. */
    time: Date | false;
    /** The mail without its `From ` line, quoting undone, lines ended by LF. */
    content: Buffer;
    headers: Map<string, string[]>;
    flags: string[];
    labels: string[];
    readSize: number;
  }

  export function mboxReader(source: Readable, options?: { gz?: boolean }): AsyncGenerator<MboxMessage>;
}
