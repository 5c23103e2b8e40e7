import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { withBuiltPage } from '../support/browser/built-page.ts';

const recorded = readFileSync(new URL('../../psi-wasm/tests/known-answers.txt', import.meta.url), 'utf8');

test('both builds give the messages of the native build in a worker of Chromium', async () => {
  const found = await withBuiltPage(new URL('psi/', import.meta.url), (page) =>
    page.evaluate(() => {
      const { answersIn } = globalThis as unknown as { answersIn: (simd: boolean) => Promise<string> };
      return Promise.all([answersIn(true), answersIn(false)]);
    }),
  );
  expect(found).toEqual([recorded, recorded]);
});
