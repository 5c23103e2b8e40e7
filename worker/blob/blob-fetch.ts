/**
 * Stands where the browser's build of `@vercel/blob` imports `undici` (vite.config.ts), so that the library's
 * requests go the way of all the others. The `fetch` to use lies in a global: the development server bundles this
 * file into the library, apart from the worker's copy.
 */

declare global {
  // A property of the global object is declared with `var` only.
  // oxlint-disable-next-line no-var
  var waystampBlobFetch: typeof globalThis.fetch | undefined;
}

/** @throws TypeError before {@link setLibraryFetch}, as for a request that could not be sent */
export const fetch: typeof globalThis.fetch = (input, init) => {
  const send = globalThis.waystampBlobFetch;
  if (send === undefined) return Promise.reject(new TypeError('No fetch was given.'));
  return send(input, init);
};

/** From now on the library sends its requests with this `fetch`. In Node it has undici's own. */
export function setLibraryFetch(send: typeof globalThis.fetch): void {
  globalThis.waystampBlobFetch = send;
}
