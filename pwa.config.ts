/** What makes the page an installable app that opens without a network: its manifest and its precache. */
import { readFileSync } from 'node:fs';
import type { InlineConfig } from 'vite';
import type { ManifestOptions, VitePWAOptions } from 'vite-plugin-pwa';
import { HEADERS_MARK } from './server/web/headers-mark.ts';

const TOKENS = readFileSync(new URL('src/styles/tokens.css', import.meta.url), 'utf8');

/** A colour of the light scheme, the first one in the file. */
function colour(name: string): string {
  const value = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(TOKENS)?.[1];
  if (value === undefined) throw new Error(`tokens.css has no --${name}`);
  return value;
}

const NARROW = { sizes: '390x844', form_factor: 'narrow' } as const;
const WIDE = { sizes: '1280x800', form_factor: 'wide' } as const;

const MANIFEST: Partial<ManifestOptions> = {
  id: '/',
  name: 'Waystamp',
  short_name: 'Waystamp',
  description: 'Find the conferences you took part in, on your own device, and show only what you choose.',
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: colour('surface'),
  background_color: colour('paper'),
  categories: ['travel', 'productivity', 'utilities'],
  icons: [
    ...[192, 512].map((side) => icon(`icon-${side}`, side, 'any')),
    ...[192, 512].map((side) => icon(`icon-maskable-${side}`, side, 'maskable')),
  ],
  screenshots: [
    screenshot('stamps-390', 'The stamps that a scan found', NARROW),
    screenshot('result-390', 'The result of a private comparison', NARROW),
    screenshot('stamps-1280', 'The stamps that a scan found', WIDE),
    screenshot('result-1280', 'The result of a private comparison', WIDE),
  ],
  shortcuts: [
    { name: 'Your stamps', url: '/stamps', icons: [icon('icon-192', 192, 'any')] },
    { name: 'Privacy ledger', url: '/ledger', icons: [icon('icon-192', 192, 'any')] },
  ],
};

function icon(name: string, side: number, purpose: 'any' | 'maskable') {
  return { src: `/${name}.png`, sizes: `${side}x${side}`, type: 'image/png', purpose } as const;
}

function screenshot(name: string, label: string, form: typeof NARROW | typeof WIDE) {
  return { src: `/screenshots/${name}.png`, type: 'image/png', label, ...form } as const;
}

/** Gives the page a new revision when its headers change too. */
function marked<Entry extends { revision: string | null }>(entry: Entry): Entry {
  return { ...entry, revision: `${entry.revision ?? ''}_${HEADERS_MARK}` };
}

/** `service-worker/sw.ts` becomes `/sw.js`, registered by `src/browser/service-worker.ts`. */
export const PWA: Partial<VitePWAOptions> = {
  strategies: 'injectManifest',
  srcDir: 'service-worker',
  filename: 'sw.ts',
  registerType: 'prompt',
  injectRegister: null,
  manifest: MANIFEST,
  // The icons are in public/. Only the browser asks for them, while installing, so they are not needed offline.
  includeManifestIcons: false,
  injectManifest: {
    globPatterns: ['index.html', 'icon-192.png', 'assets/*.{js,css,wasm,woff2}'],
    // Names under assets/ contain a hash of the content.
    dontCacheBustURLsMatching: /^assets\//,
    manifestTransforms: [
      (entries) => ({
        manifest: entries.map((entry) => (entry.url === 'index.html' ? marked(entry) : entry)),
      }),
    ],
    // Every built file is needed offline, but a larger one would be left out with only a warning.
    maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
  },
  integration: { configureCustomSWViteBuild: quieten },
};

/**
 * The service worker has a build of its own. Makes it as quiet as the page's, without the option that it warns about.
 */
function quieten(config: InlineConfig): void {
  config.logLevel = 'warn';
  const options = config.build?.rollupOptions;
  if (options === undefined) return;
  const [{ inlineDynamicImports: _deprecated, ...output } = {}] = [options.output ?? []].flat();
  options.output = { ...output, codeSplitting: false };
  options.checks = { bundlerTimings: false };
}
