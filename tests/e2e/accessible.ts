/** Expects axe to find nothing in a page, in light and in dark. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './recorded.ts';
import { PHONE, resize } from './sizes.ts';

/** The only accepted finding: the product locks the zoom. */
const DEMANDED = 'meta-viewport';

/**
 * Every rule that axe enables by default, and the WCAG 2.2 rule that it disables. None of them needs anything preloaded
 * but audio and video.
 */
const ALL = {
  rules: { 'target-size': { enabled: true }, [DEMANDED]: { enabled: false } },
  preload: { assets: ['media'] },
};

/** The rules that depend on the colour scheme. */
const OF_COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** Replaces axe's source once it is loaded: reading it takes longer than checking the page. */
const IS_THERE = '0';

/**
 * Fails with axe's findings in any of the sizes, light or dark. Leaves the page in light, at a phone's size. Motion is
 * reduced, because a fading text has no contrast to measure.
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
        // An animation whose element is removed has ended too.
        await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
        return 'axe' in globalThis;
      });
      // The page has no frames, so axe needs no extra page to merge their findings.
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
