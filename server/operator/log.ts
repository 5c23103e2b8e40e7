/** The server's log. It goes to standard error; standard output is for the person who started the server. */
import { pino } from 'pino';
import type { Logger } from 'pino';
import { z } from 'zod';

/** The log's format and level. */
export interface LogSettings {
  format: 'json' | 'text';
  level: string;
}

/** A line as pino writes it. */
const entry = z.looseObject({ level: z.number(), time: z.number(), msg: z.string().default('') });

/** The beginning of a line, by level. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  warn: 'Warning: ',
  error: 'Error: ',
  fatal: 'Error: ',
};

/** Members of a warning that say what went wrong; the sentence says what it means. */
const OF_WARNINGS = new Set(['error', 'code', 'at']);
/** Characters that a terminal interprets or hides, beyond those that JSON escapes. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * A log line for a person: its message as a sentence, then the members that say where a fault happened.
 *
 * @param line as pino writes it
 * @returns the line itself if it is not pino's
 */
export function plainLine(line: string): string {
  const parsed = entry.safeParse(JSON.parse(line));
  if (!parsed.success) return line;
  const { level, time: _time, msg, ...members } = parsed.data;
  const label = pino.levels.labels[level] ?? '';
  const sentence = `${BEGINNINGS[label] ?? ''}${msg.charAt(0).toUpperCase()}${msg.slice(1)}.`;
  const told = Object.entries(members).filter(([name]) => label !== 'warn' || OF_WARNINGS.has(name));
  const words = told.length === 0 ? sentence : `${sentence} ${JSON.stringify(Object.fromEntries(told))}`;
  return `${words.replaceAll(UNSEEN, escaped)}\n`;
}

function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

/** The log, and a function that sets its format. Until then, every line is JSON. */
export function openLog(): { log: Logger; configure: (config: LogSettings) => void } {
  const standardError = pino.destination(2);
  let format: LogSettings['format'] = 'json';
  const write = (line: string): void => {
    standardError.write(format === 'json' ? line : plainLine(line));
  };
  const log = pino({ base: null }, { write });
  return {
    log,
    configure: (config) => {
      format = config.format;
      log.level = config.level;
    },
  };
}
