import { failure } from '../errors.ts';

/** Where a token may be sent; it is refused everywhere else. */
export interface TokenPlaces {
  /** Prefix of the addresses that accept it in a header: origin and path, ending in a slash. */
  header: string;
  /** The address that accepts it in a body; null for none. */
  body: string | null;
}

/**
 * Keeps tokens from being sent to the wrong place. No address and no method may contain one, because both are logged.
 *
 * This guards against mistakes in our own code, not against code that means to leak a token. It recognises a token as
 * it is, percent-encoded, escaped in JSON, and in base64 or base64url, and in no other form.
 */
export interface TokenGuard {
  /** Restricts this token to these places from now on. A token keeps the first places that it was given. */
  protect(token: string, places: TokenPlaces): void;
  /** A `fetch` that sends nothing and rejects with AppFailure `grant_withheld` if a token would go astray. */
  guarded(send: typeof fetch): typeof fetch;
}

/** @param base the origin against which relative addresses are resolved */
export function createTokenGuard(base: string): TokenGuard {
  const kept = new Map<string, { places: TokenPlaces; spellings: readonly string[] }>();
  return {
    protect(token, places) {
      if (!kept.has(token)) kept.set(token, { places, spellings: [token, ...inBase64(token)] });
    },
    guarded: (send) => async (input, init) => {
      if (kept.size === 0) return send(input, init);
      const url = new URL(input instanceof Request ? input.url : input, base);
      const address = `${url.origin}${url.pathname}`;
      const body = await bodyOf(input, init);
      const inAddress = readingsOf(url.href);
      const inMethod = readingsOf(init?.method ?? (input instanceof Request ? input.method : ''));
      const inHeaders = readingsOf([...headersOf(input, init)].join('\n'));
      const inBody = readingsOf(body.text);
      for (const { places, spellings } of kept.values()) {
        const strays =
          hold(inAddress, spellings) ||
          hold(inMethod, spellings) ||
          (hold(inHeaders, spellings) && !address.startsWith(places.header)) ||
          (hold(inBody, spellings) && address !== places.body);
        if (strays) throw failure('grant_withheld');
      }
      return send(input, body.init);
    },
  };
}

type Arguments = Parameters<typeof fetch>;

/** The headers of `init` replace the request's own (Fetch 5.4). */
function headersOf(input: Arguments[0], init: Arguments[1]): Headers {
  return new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
}

/** The body as text, byte for byte, and the body to send, since a stream can be read only once. */
async function bodyOf(
  input: Arguments[0],
  init: Arguments[1],
): Promise<{ text: string; init: Arguments[1] }> {
  const body = init?.body ?? null;
  if (body === null) {
    if (!(input instanceof Request) || input.body === null) return { text: '', init };
    return { text: latin1(await input.clone().arrayBuffer()), init };
  }
  const bytes = await new Response(body).arrayBuffer();
  return { text: latin1(bytes), init: body instanceof ReadableStream ? { ...init, body: bytes } : init };
}

/** One character for each byte; tokens are ASCII. */
function latin1(bytes: ArrayBuffer): string {
  return new TextDecoder('latin1').decode(bytes);
}

const PERCENT = /%([0-9a-f]{2})/gi;
/** How JSON may escape characters that occur in tokens (RFC 8259 7). */
const JSON_ESCAPE = /\\(?:u00([0-9a-f]{2})|\/)/gi;

/** A text as it is, percent-decoded, and with JSON escapes decoded; base64url as base64. */
function readingsOf(text: string): string[] {
  const readings = [text];
  if (text.includes('%')) readings.push(text.replaceAll(PERCENT, (_, code: string) => byte(code)));
  if (text.includes('\\')) {
    readings.push(
      text.replaceAll(JSON_ESCAPE, (_, code: string | undefined) => (code === undefined ? '/' : byte(code))),
    );
  }
  return readings.flatMap((reading) =>
    /[-_]/.test(reading) ? [reading, reading.replaceAll('-', '+').replaceAll('_', '/')] : [reading],
  );
}

function byte(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}

/**
 * The characters that a token yields inside the base64 of a longer text (RFC 4648 4), for each of the three positions
 * at which it can begin in a group of three bytes. Characters that also depend on neighbouring bytes are left out.
 */
function inBase64(token: string): string[] {
  return [0, 1, 2].map((before) => {
    const shared = Math.ceil((before * 8) / 6);
    const whole = Math.floor(((before + token.length) * 8) / 6);
    return btoa('\0'.repeat(before) + token).slice(shared, whole);
  });
}

function hold(readings: readonly string[], spellings: readonly string[]): boolean {
  return readings.some((reading) => spellings.some((spelling) => reading.includes(spelling)));
}
