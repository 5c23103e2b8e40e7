/** Frames of a stack that go into the log. */
const FRAMES = 6;

/**
 * What may be logged of an error: its kind, code and where it happened. Messages stay out: the database's
 * quote the values of a query.
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

/** A stack begins with the message, whose own lines can look like frames. */
function stackAlone({ stack = '', message }: Error): string {
  const start = stack.indexOf(message);
  return start < 0 ? '' : stack.slice(start + message.length);
}
