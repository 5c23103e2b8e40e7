/**
 * Takes the place of `undici` in the browser build of `@vercel/blob` (vite.config.ts), so that the library's requests
 * pass our wrapper like all others. The `fetch` to use is a global, because the development server bundles this file
 * into the library, separately from the worker's copy.
 */

declare global {
  // Only `var` declares a property of the global object.
  // oxlint-disable-next-line no-var
  var waystampBlobFetch: typeof globalThis.fetch | undefined;
}

/** @throws TypeError before {@link setLibraryFetch}, as for a request that could not be sent */
export const fetch: typeof globalThis.fetch = (input, init) => {
  const send = globalThis.waystampBlobFetch;
  if (send === undefined) return Promise.reject(new TypeError('No fetch was given.'));
  return send(input, init);
};

/** Makes the library send its requests with this `fetch`. In Node the library uses undici's own. */
export function setLibraryFetch(send: typeof globalThis.fetch): void {
  globalThis.waystampBlobFetch = send;
}
