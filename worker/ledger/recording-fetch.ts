import { isAbort } from '../errors.ts';

/** Bytes of an answer that are read even if nobody asks for them, since the body of an error is often left unread. */
const READ_AHEAD_BYTES = 64 * 1024;

/** Statuses whose answers have no body (Fetch 2.2.3, null body status). */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** Records the course of one request. */
export interface Meter {
  /** Adds bytes of the request's body; null when their number is unknown. */
  sent(bytes: number | null): void;
  /** Adds bytes of the answer's body, after content decoding; null when their number is unknown. */
  received(bytes: number | null): void;
  /** Another address answered. */
  redirected(url: string): void;
  end(state: 'answered' | 'failed' | 'stopped'): void;
}

/** Called just before a request is sent. */
export type Recorder = (method: string, url: string) => Meter;

/**
 * A `fetch` that records what it sends and receives, and otherwise behaves like the given one. A request aborted before
 * it was sent is not recorded. An answer that is not read to its end is counted as far as it came.
 */
export function recordingFetch(send: typeof fetch, begin: Recorder): typeof fetch {
  return async (input, init) => {
    const given = input instanceof Request ? input : null;
    const signal = init?.signal ?? given?.signal;
    if (signal?.aborted === true) return send(input, init);
    const url = input instanceof Request ? input.url : input instanceof URL ? input.href : input;
    const stopped = (cause: unknown): boolean => isAbort(cause) || signal?.aborted === true;
    const meter = begin((init?.method ?? given?.method ?? 'GET').toUpperCase(), url);
    try {
      const answer = await send(...(await measured(input, init, meter)));
      if (answer.redirected) meter.redirected(answer.url);
      return watched(answer, meter, stopped);
    } catch (cause) {
      meter.end(stopped(cause) ? 'stopped' : 'failed');
      throw cause;
    }
  };
}

type Arguments = Parameters<typeof fetch>;

/** Counts the body, and returns the body to send, since some bodies can be read only once. */
async function measured(
  input: Arguments[0],
  init: RequestInit | undefined,
  meter: Meter,
): Promise<Arguments> {
  const body = init?.body ?? null;
  if (body instanceof ReadableStream) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a request's body is a stream of bytes (Fetch 5.2)
    const stream = counted(body as ReadableStream<Uint8Array<ArrayBuffer>>, {
      read: (bytes) => meter.sent(bytes),
    });
    return [input, { ...init, body: stream }];
  }
  if (body === null && !(input instanceof Request)) return [input, init];
  const size = body === null ? null : sizeOf(body);
  if (size !== null) {
    meter.sent(size);
    return [input, init];
  }
  // A form gets its boundary, and so its length, only when it becomes a request.
  const request = body === null ? input : new Request(input, init);
  if (!(request instanceof Request) || request.bodyUsed) return [input, init];
  meter.sent((await request.clone().arrayBuffer()).byteLength);
  return body === null ? [request, init] : [request];
}

/** The length of a body in bytes; null for a form, whose length is not known yet. */
function sizeOf(body: Exclude<BodyInit, ReadableStream>): number | null {
  if (typeof body === 'string') return new TextEncoder().encode(body).byteLength;
  if (body instanceof URLSearchParams) return new TextEncoder().encode(body.toString()).byteLength;
  if (body instanceof Blob) return body.size;
  return body instanceof FormData ? null : body.byteLength;
}

/** The same answer, with its body counted as it arrives. */
function watched(answer: Response, meter: Meter, stopped: (cause: unknown) => boolean): Response {
  if (answer.type === 'opaque' || answer.type === 'opaqueredirect') {
    meter.received(null);
    meter.end('answered');
    return answer;
  }
  // Some browsers give these a body, and then refuse to construct a response with it.
  if (answer.body === null || BODILESS.has(answer.status)) {
    meter.end('answered');
    return answer;
  }
  const body = counted(answer.body, {
    read: (bytes) => meter.received(bytes),
    end: (cause) => meter.end(cause === undefined ? 'answered' : stopped(cause) ? 'stopped' : 'failed'),
    leave: () => meter.end('stopped'),
  });
  const { status, statusText, headers } = answer;
  return resembling(new Response(body, { status, statusText, headers }), answer);
}

/** Copies the properties that a constructed response lacks. */
function resembling(made: Response, { url, redirected, type }: Response): Response {
  const clone = made.clone.bind(made);
  return Object.defineProperties(made, {
    url: { value: url },
    redirected: { value: redirected },
    type: { value: type },
    clone: { value: () => resembling(clone(), made) },
  });
}

interface Counter {
  read: (bytes: number) => void;
  /** Called without a cause when the stream was read to its end. */
  end?: (cause?: unknown) => void;
  /** The reader cancelled. */
  leave?: () => void;
}

function counted(
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
  { read, end, leave }: Counter,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = source.getReader();
  let left = false;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (left) return;
          if (done) {
            end?.();
            controller.close();
            return;
          }
          read(value.byteLength);
          controller.enqueue(value);
        } catch (cause) {
          if (left) return;
          end?.(cause);
          throw cause;
        }
      },
      async cancel(reason) {
        left = true;
        leave?.();
        await reader.cancel(reason);
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: READ_AHEAD_BYTES }),
  );
}
