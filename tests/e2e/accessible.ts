/** What axe finds in a page as it stands: nothing, in light and in dark. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './recorded.ts';

/** The one finding that is let through: the product locks the zoom (DESIGN 9). */
const DEMANDED = 'meta-viewport';

/** Every rule that axe has on by itself, and the one of WCAG 2.2 that it leaves off. */
const ALL = { rules: { 'target-size': { enabled: true }, [DEMANDED]: { enabled: false } } };

/** Nothing else depends on the colour scheme. */
const OF_COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] };

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

/**
 * Fails with what axe finds in any of the sizes, light or dark; leaves the page in light, at a phone's size.
 * Motion is reduced: a fading text has no contrast to measure.
 *
 * @param state what the page shows, for the failure's message
 */
export async function expectAccessible(page: Page, state: string, sizes = [PHONE]): Promise<void> {
  const found: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const [colorScheme, options] of [['dark', OF_COLOURS] as const, ['light', ALL] as const]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // One whose element goes is over as well.
      await page.evaluate(async () => {
        await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      });
      // The page has no frames, so axe needs no page of its own to put their findings together.
      const axe = new AxeBuilder({ page }).setLegacyMode();
      const { violations } = await axe.options({ ...options, resultTypes: ['violations'] }).analyze();
      for (const { id, nodes } of violations) {
        const places = nodes.map(({ target }) => target.join(' '));
        found.push(`${id} at ${places.join(', ')} (${colorScheme}, ${size.width} px wide)`);
      }
    }
  }
  await page.setViewportSize(PHONE);
  expect(found, state).toEqual([]);
}
