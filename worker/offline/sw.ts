/**
 * The service worker: it keeps the product's own files on the device, so that the page opens without a network, and
 * answers for them and for the page's one address. Everything else, the server's calls above all, goes past it and
 * is never kept. A newer version waits until the page asks for it.
 */
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { noteLoadedFiles } from './loaded-files.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

/** The page's only address, with whatever a sign-in's answer adds to it. All other paths are the server's. */
const PAGE = /^\/(\?|$)/;

noteLoadedFiles();
cleanupOutdatedCaches();
// oxlint-disable-next-line no-underscore-dangle -- the build puts the list of files in place of this name
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false });
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { allowlist: [PAGE] }));

self.addEventListener('message', ({ data }: { data: unknown }) => {
  // What `messageSkipWaiting` of workbox-window sends.
  const asked = typeof data === 'object' && data !== null && Reflect.get(data, 'type') === 'SKIP_WAITING';
  if (asked) void self.skipWaiting();
});
