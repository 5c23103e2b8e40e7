import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { PWA } from './pwa.config.ts';

/**
 * The build of the page and its worker. Nothing is inlined into the HTML, because the server's content security policy
 * allows scripts, styles, fonts and images from its own origin only.
 */
export default defineConfig(({ command, mode }) => ({
  // The build is a step of `npm start`, which prints only what needs attention.
  logLevel: command === 'build' ? 'warn' : 'info',
  // Only the built product has a service worker; hot reload and the pages built for tests and benchmarks have none.
  plugins: [react(), tailwindcss(), VitePWA({ ...PWA, disable: mode !== 'production' })],
  // `@vercel/blob` reads its address here; the worker sets the global from `GET /api/config`.
  define: { 'process.env.VERCEL_BLOB_API_URL': 'globalThis.__WAYSTAMP_BLOB_API_URL__' },
  // The module through which it makes requests, replaced by the worker's own wrapper.
  resolve: { alias: { undici: fileURLToPath(new URL('worker/blob/blob-fetch.ts', import.meta.url)) } },
  worker: { format: 'es' },
  build: {
    target: 'es2024',
    outDir: 'dist',
    sourcemap: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The time of each plugin is not worth a warning.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
}));
