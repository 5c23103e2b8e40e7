import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { describe, errors, raw } from '../../web/describe.ts';
import { CONSENT_STYLE } from './consent-style.ts';

/** The product's two fonts, from the same packages as the product's page. */
const FONTS: ReadonlyMap<string, string> = new Map([
  [
    'heading.woff2',
    '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  ],
  ['text.woff2', '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'],
]);
const CACHE = { 'Cache-Control': 'public, max-age=3600' };

const describeStyle = describe({
  summary: 'The consent page’s style sheet.',
  answers: { 200: raw('text/css') },
});
const describeFont = describe({
  summary: 'The consent page’s fonts.',
  answers: { 200: raw('font/woff2'), ...errors([404]) },
});

/** Style sheet and fonts of the consent page: the page itself has no inline style and no script. */
export function pageAssets(): Hono {
  const app = new Hono();
  app.get('/consent.css', describeStyle, (c) =>
    c.body(CONSENT_STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8', ...CACHE }),
  );
  app.get('/fonts/:name', describeFont, async (c) => {
    const font = FONTS.get(c.req.param('name'));
    if (font === undefined) return c.notFound();
    const bytes = await readFile(fileURLToPath(import.meta.resolve(font)));
    return c.body(new Uint8Array(bytes), 200, { 'Content-Type': 'font/woff2', ...CACHE });
  });
  return app;
}
