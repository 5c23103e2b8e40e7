/**
 * The service worker. It keeps the product's files on the device, so that the page opens without a network, and answers
 * for them and for the page. Everything else, above all calls to the server, passes it by and is never stored. A newer
 * version waits until the page asks for it.
 */
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { readPath } from '../catalog/addresses.ts';
import { noteLoadedFiles } from '../worker/ledger/loaded-files.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

noteLoadedFiles();
cleanupOutdatedCaches();
// oxlint-disable-next-line no-underscore-dangle -- the build replaces this name by the list of files
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false });
// All other paths are the server's.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && readPath(url.pathname) !== null,
  createHandlerBoundToURL('/index.html'),
);

self.addEventListener('message', ({ data }: { data: unknown }) => {
  // The message of workbox-window's `messageSkipWaiting`.
  const asked = typeof data === 'object' && data !== null && Reflect.get(data, 'type') === 'SKIP_WAITING';
  if (asked) void self.skipWaiting();
});
