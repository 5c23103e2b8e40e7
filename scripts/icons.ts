/** `npm run icons`: draws the icons for an installed app from the mark in `public/icon.svg`. */
import { readFile, writeFile } from 'node:fs/promises';
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from './chromium.ts';

const FOLDER = 'public';

interface Drawing {
  file: string;
  /** Width and height in pixels. */
  side: number;
  /** The mark's size, as a part of the side. */
  mark: number;
  /** The radius of the tile's corner, as a part of the side; 0 where the system cuts the shape. */
  corner: number;
}

/**
 * Systems cut icons into various shapes, but a circle of 80 % of the side always stays (W3C manifest). The mark's
 * diagonal fits into it.
 */
const MASKABLE = { mark: 0.54, corner: 0 };
const TILE = { mark: 0.7, corner: 0.18 };

const DRAWINGS: readonly Drawing[] = [
  { file: 'icon-192.png', side: 192, ...TILE },
  { file: 'icon-512.png', side: 512, ...TILE },
  { file: 'icon-maskable-192.png', side: 192, ...MASKABLE },
  { file: 'icon-maskable-512.png', side: 512, ...MASKABLE },
  { file: 'apple-touch-icon.png', side: 180, mark: 0.64, corner: 0 },
];

const tokens = await readFile('src/styles/tokens.css', 'utf8');
const paper = /--paper: (#[0-9a-f]{6});/.exec(tokens)?.[1] ?? '';
// Only the block: at this size, the half holes at its edge would show as filled, by the even-odd rule.
const logo = await readFile(`${FOLDER}/icon.svg`, 'utf8');
const mark = Buffer.from(logo.replace('viewBox="0 0 32 32"', 'viewBox="2 2 28 28"')).toString('base64');

async function draw(browser: Browser, { file, side, ...shape }: Drawing): Promise<void> {
  const viewport = { width: side, height: side };
  const page = await browser.newPage({ viewport, colorScheme: 'light' });
  await page.setContent(`<style>
    * { margin: 0 }
    body { display: grid; place-items: center; height: 100vh; background: transparent }
    div { display: grid; place-items: center; width: 100%; height: 100%;
          background: ${paper}; border-radius: ${shape.corner * 100}% }
    img { width: ${shape.mark * 100}% }
  </style><div><img src="data:image/svg+xml;base64,${mark}" /></div>`);
  await page.locator('img').evaluate((image: HTMLImageElement) => image.decode());
  await writeFile(`${FOLDER}/${file}`, await page.screenshot({ omitBackground: true }));
  await page.close();
}

const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
try {
  for (const drawing of DRAWINGS) await draw(browser, drawing);
} finally {
  await browser.close();
}
