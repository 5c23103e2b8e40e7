/** What axe finds in a page as it stands: nothing, in light and in dark. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './recorded.ts';
import { PHONE, resize } from './sizes.ts';

/** The one finding that is let through: the product locks the zoom (DESIGN 9). */
const DEMANDED = 'meta-viewport';

/**
 * Every rule that axe has on by itself, and the one of WCAG 2.2 that it leaves off. None of them asks for more to be
 * loaded beforehand than sounds and films.
 */
const ALL = {
  rules: { 'target-size': { enabled: true }, [DEMANDED]: { enabled: false } },
  preload: { assets: ['media'] },
};

/** Nothing else depends on the colour scheme. */
const OF_COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** In place of axe's source, which takes longer to read than the page to look through. */
const IS_THERE = '0';

/**
 * Fails with what axe finds in any of the sizes, light or dark; leaves the page in light, at a phone's size.
 * Motion is reduced: a fading text has no contrast to measure.
 *
 * @param state what the page shows, for the failure's message
 */
export async function expectAccessible(page: Page, state: string, sizes = [PHONE]): Promise<void> {
  const found: string[] = [];
  for (const size of sizes) {
    await resize(page, size);
    for (const [colorScheme, options] of [['dark', OF_COLOURS] as const, ['light', ALL] as const]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const hasAxe = await page.evaluate(async () => {
        // One whose element goes is over as well.
        await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
        return 'axe' in globalThis;
      });
      // The page has no frames, so axe needs no page of its own to put their findings together.
      const axe = new AxeBuilder({ page, ...(hasAxe && { axeSource: IS_THERE }) }).setLegacyMode();
      const { violations } = await axe.options({ ...options, resultTypes: ['violations'] }).analyze();
      for (const { id, nodes } of violations) {
        const places = nodes.map(({ target }) => target.join(' '));
        found.push(`${id} at ${places.join(', ')} (${colorScheme}, ${size.width} px wide)`);
      }
    }
  }
  await resize(page, PHONE);
  expect(found, state).toEqual([]);
}
