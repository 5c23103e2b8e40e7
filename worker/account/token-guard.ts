import { failure } from '../errors.ts';

/** Where a token may go; it is refused everywhere else. */
export interface TokenPlaces {
  /** Start of the addresses that take it in a header: origin and path, ending in a slash. */
  header: string;
  /** The one address that takes it in a body; null when none does. */
  body: string | null;
}

/** Keeps tokens from going where they do not belong. No address may hold one: addresses are logged. */
export interface TokenGuard {
  /** From now on this token goes to these places only. A token keeps the places that it was given first. */
  protect(token: string, places: TokenPlaces): void;
  /** A `fetch` that rejects with AppFailure `grant_withheld`, sending nothing, where a token would go astray. */
  guarded(send: typeof fetch): typeof fetch;
}

/** @param base the origin against which relative addresses are resolved */
export function createTokenGuard(base: string): TokenGuard {
  const kept = new Map<string, TokenPlaces>();
  return {
    protect(token, places) {
      if (!kept.has(token)) kept.set(token, places);
    },
    guarded: (send) => async (input, init) => {
      if (kept.size === 0) return send(input, init);
      const url = new URL(input instanceof Request ? input.url : input, base);
      const address = `${url.origin}${url.pathname}`;
      const headers = JSON.stringify([...headersOf(input, init)]);
      const body = await bodyOf(input, init);
      for (const [token, places] of kept) {
        const strays =
          holds(url.href, token) ||
          (holds(headers, token) && !address.startsWith(places.header)) ||
          (holds(body.text, token) && address !== places.body);
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

/** True when the token stands in the text, as it is or percent-encoded. */
function holds(text: string, token: string): boolean {
  if (text.includes(token)) return true;
  if (!text.includes('%')) return false;
  return text
    .replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .includes(token);
}
