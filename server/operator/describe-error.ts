/** Number of stack frames in the log. */
const FRAMES = 6;

/**
 * The loggable part of an error: its kind, code and place. Messages are left out, because the database's contain a
 * query's values.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = stackAlone(error)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, FRAMES)
    .map((line) => line.trim());
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { error: error.name, ...code, at: frames, ...cause };
}

/** A stack starts with the message, whose lines may look like frames. */
function stackAlone({ stack = '', message }: Error): string {
  const start = stack.indexOf(message);
  return start < 0 ? '' : stack.slice(start + message.length);
}
