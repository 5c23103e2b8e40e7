/** Expects the page to work for people who set their text larger, on a phone and on the narrowest one. */
import type { Page } from '@playwright/test';
import { expect } from './recorded.ts';
import { NARROW, PHONE, resize } from './sizes.ts';

/** Percent of the browser's own text size. */
const TEXT_SIZES = [100, 150, 200];

/**
 * Fails when, at any of the sizes, something is wider than the screen, a control is off it, covered or too small for
 * its words, a word is broken, or text is cut off. Leaves the page at a phone's size with its usual text.
 *
 * @param state what the page shows, for the failure's message
 */
export async function expectTextToFit(page: Page, state: string): Promise<void> {
  // Reduced motion would pass an inherited size on by transitions, element by element.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const found: string[] = [];
  for (const size of [NARROW, PHONE]) {
    await resize(page, size);
    for (const percent of TEXT_SIZES) {
      const faults = await page.evaluate(faultsAt, percent);
      found.push(...faults.map((fault) => `${fault} (${size.width} px wide, text at ${percent} %)`));
    }
  }
  await page.evaluate(faultsAt, 100);
  expect(found, state).toEqual([]);
}

/** Runs in the page. */
async function faultsAt(percent: number): Promise<string[]> {
  const root = document.documentElement;
  root.style.fontSize = percent === 100 ? '' : `${percent}%`;
  // What is measured follows a frame later.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const moving = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(moving.map(({ finished }) => finished));
  const faults = new Set<string>();
  const wide = root.clientWidth;
  const scrolledTo = scrollY;

  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const within = dialog ?? document.body;
  const named = (element: Element): string =>
    `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}”`;
  /** Visible: neither hidden nor for screen readers only. */
  const drawn = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest('.sr-only, [aria-hidden="true"] svg') === null &&
    element.getBoundingClientRect().width > 1;

  if (root.scrollWidth > wide) faults.add(`the page is ${root.scrollWidth} px wide`);

  for (const control of within.querySelectorAll('button, a[href], summary, [role="switch"], input')) {
    if (!drawn(control)) continue;
    control.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, right, top, bottom } = control.getBoundingClientRect();
    if (left < 0 || right > wide) faults.add(`${named(control)} is off the screen`);
    if (control.scrollWidth > control.clientWidth + 1) faults.add(`${named(control)} is too narrow`);
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const label = control.closest('label');
    const reached = hit !== null && (control.contains(hit) || label?.contains(hit) === true);
    // A toast lies over the page for five seconds.
    const toast = hit?.closest('[popover]') != null;
    if (!reached && !toast)
      faults.add(`${named(control)} is covered by ${hit === null ? 'nothing' : named(hit)}`);
  }

  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (parent === null || parent.closest('svg') !== null || !drawn(parent)) continue;
    for (const { 0: word, index } of node.nodeValue?.matchAll(/[\p{Script=Latin}\p{N}]+/gu) ?? []) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
      const lines = new Set(rects.map(({ top }) => Math.round(top)));
      if (lines.size > 1) faults.add(`“${word}” is broken`);
      if (rects.some(({ left, right }) => left < -1 || right > wide + 1))
        faults.add(`“${word}” is off the screen`);
    }
  }

  for (const element of within.querySelectorAll('*')) {
    if (element.closest('svg') !== null || !drawn(element)) continue;
    const { overflowX, overflowY } = getComputedStyle(element);
    const cut = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
    if (cut(overflowX) && element.scrollWidth > element.clientWidth + 1)
      faults.add(`${named(element)} is cut off`);
    if (cut(overflowY) && element.scrollHeight > element.clientHeight + 1)
      faults.add(`${named(element)} is cut off below`);
  }
  scrollTo(0, scrolledTo);
  return [...faults];
}
