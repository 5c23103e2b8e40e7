import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * The build of the page and of its worker. Nothing is inlined into the HTML: the server's content security
 * policy allows scripts, styles, fonts and images from its own origin only (DESIGN 7).
 */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  // `@vercel/blob` reads its address here; the worker sets the global from `GET /api/config` (DESIGN 7).
  define: { 'process.env.VERCEL_BLOB_API_URL': 'globalThis.__WAYSTAMP_BLOB_API_URL__' },
  // What it imports to send its requests: the worker's own way out stands there.
  resolve: { alias: { undici: fileURLToPath(new URL('worker/account/blob-fetch.ts', import.meta.url)) } },
  worker: { format: 'es' },
  build: {
    target: 'es2024',
    outDir: 'dist',
    sourcemap: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
