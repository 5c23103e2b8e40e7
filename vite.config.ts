import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { PWA } from './pwa.config.ts';

/**
 * The build of the page and of its worker. Nothing is inlined into the HTML: the server's content security
 * policy allows scripts, styles, fonts and images from its own origin only (DESIGN 7).
 */
export default defineConfig(({ command, mode }) => ({
  // A build is a step of `npm start`; only what needs a person is said.
  logLevel: command === 'build' ? 'warn' : 'info',
  // Only the built product has a service worker: not hot reload, nor the pages that tests and benchmarks build.
  plugins: [react(), tailwindcss(), VitePWA({ ...PWA, disable: mode !== 'production' })],
  // `@vercel/blob` reads its address here; the worker sets the global from `GET /api/config` (DESIGN 7).
  define: { 'process.env.VERCEL_BLOB_API_URL': 'globalThis.__WAYSTAMP_BLOB_API_URL__' },
  // What it imports to send its requests: the worker's own way out stands there.
  resolve: { alias: { undici: fileURLToPath(new URL('worker/blob/blob-fetch.ts', import.meta.url)) } },
  worker: { format: 'es' },
  build: {
    target: 'es2024',
    outDir: 'dist',
    sourcemap: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // How long each plugin took is no warning.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
}));
