import { failure } from '../errors.ts';

/** Where a token may go; it is refused everywhere else. */
export interface TokenPlaces {
  /** Start of the addresses that take it in a header: origin and path, ending in a slash. */
  header: string;
  /** The one address that takes it in a body; null when none does. */
  body: string | null;
}

/**
 * Keeps tokens from going where they do not belong. No address and no method may hold one: both are logged.
 *
 * A seat belt against mistakes of this code, and no wall against code that means to get a token out: it sees a token
 * as it is, percent-encoded, escaped in JSON and in base64 or base64url, and in no other form.
 */
export interface TokenGuard {
  /** From now on this token goes to these places only. A token keeps the places that it was given first. */
  protect(token: string, places: TokenPlaces): void;
  /** A `fetch` that rejects with AppFailure `grant_withheld`, sending nothing, where a token would go astray. */
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

/** The headers of `init` take the place of the request's own (Fetch 5.4). */
function headersOf(input: Arguments[0], init: Arguments[1]): Headers {
  return new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
}

/** The body as text, byte for byte, and what to send: a stream can be read only once. */
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

/** One character a byte: tokens are ASCII. */
function latin1(bytes: ArrayBuffer): string {
  return new TextDecoder('latin1').decode(bytes);
}

const PERCENT = /%([0-9a-f]{2})/gi;
/** What JSON may write otherwise of characters that tokens have (RFC 8259 7). */
const JSON_ESCAPE = /\\(?:u00([0-9a-f]{2})|\/)/gi;

/** A text as it is, and with what is percent-encoded or escaped in JSON decoded; base64url as base64. */
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
 * The characters that a token gives within the base64 of a longer text (RFC 4648 4), for each of the three places at
 * which it can begin in a group of three bytes. Those that it shares with what stands beside it are left out.
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
