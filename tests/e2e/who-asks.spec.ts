/** Who asks and what for, shown before anything is read, and what happens when the catalog is not as expected. */
import type { Page } from '@playwright/test';
import { CATALOG, canonicalJson, catalogHash, publishable } from '../../catalog/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import { fingerprint } from '../../src/texts/asked.ts';
import { devconMbox, importFile } from './mailbox-file.ts';
import { LAKESIDE } from '../support/lakeside.ts';
import { signInToDemo } from '../support/browser/steps.ts';
import { expect, test } from './server.ts';

// The test answers in the server's place with what it publishes.
test.use({ serviceWorkers: 'block' });

const HASH = catalogHash(CATALOG);

/** Makes this the catalog that the server seems to use for its organiser from now on. */
async function publish(page: Page, catalog: Catalog, body = canonicalJson(catalog)): Promise<void> {
  const hash = catalogHash(catalog);
  await page
    .context()
    .route(`**/api/organisers/${catalog.organiser.slug}`, (route) =>
      route.fulfill({ json: { ...catalog.organiser, catalog: hash } }),
    );
  await page
    .context()
    .route(`**/api/catalogs/${hash}`, (route) => route.fulfill({ body, contentType: 'application/json' }));
}

test('the first screen says who asks, for what, and what will be looked for', async ({ page }) => {
  await page.goto(`/#${HASH}`);
  const asking = page.getByRole('region', { name: 'Who asks' });
  await expect(asking).toContainText('Waystamp asks about 11 events and 6 interests.');
  await expect(asking).toContainText(CATALOG.organiser.purpose);
  await asking.getByRole('button', { name: 'Who asks, and what for' }).click();
  const sheet = page.getByRole('dialog', { name: 'Who asks, and what for' });
  for (const { name, names, senders } of CATALOG.events) {
    for (const text of [name, ...names, ...senders]) await expect(sheet).toContainText(text);
  }
  for (const { name } of CATALOG.interests) await expect(sheet).toContainText(name);
  await expect(sheet).toContainText('for 365 days, or until you withdraw it');
  await expect(sheet).toContainText(fingerprint(HASH));
});

test('somebody who is signed in sees who asks behind another organiser’s link, before they scan', async ({
  page,
}) => {
  await page.goto('/');
  await signInToDemo(page);
  await expect(page.getByRole('button', { name: 'Scan my mailbox' })).toBeVisible();
  await publish(page, LAKESIDE);
  await page.goto(`/o/lakeside#${catalogHash(LAKESIDE)}`);
  const asking = page.getByRole('region', { name: 'Who asks' });
  await expect(asking).toContainText('Lakeside Club asks about 3 events and 1 interest.');
  await expect(asking).toContainText(LAKESIDE.organiser.purpose);
  await expect(page.getByRole('button', { name: 'Scan my mailbox' })).toBeVisible();
});

test('what changed is shown, and takes effect when the person accepts it', async ({ page }) => {
  await page.goto('/');
  await importFile(page, devconMbox());
  await expect(page.getByRole('heading', { level: 1, name: 'Your stamps' })).toBeVisible();

  const events = CATALOG.events.map((event) =>
    event.key === 'edcon' ? Object.assign(structuredClone(event), { senders: ['payroll.example'] }) : event,
  );
  const newer = publishable(
    { organiser: CATALOG.organiser, events, interests: CATALOG.interests },
    CATALOG.facts,
  );
  await publish(page, newer);
  await page.reload();
  const notice = page.getByRole('heading', { name: 'Waystamp asks something else now' });
  await expect(notice).toBeVisible();
  await expect(
    page.getByText('EDCON 2024 has other senders. Now looked for: payroll.example.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Devcon 7 SEA, / })).toBeVisible();

  await page.getByRole('button', { name: 'Go on with what is asked now' }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Devcon 7 SEA, / })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Devcon 7 SEA, / })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('a catalog that does not match its hash is refused, and nothing is lost', async ({ page }) => {
  await test.step('a new device has no other catalog to use', async () => {
    await page.goto(`/#${'ab'.repeat(32)}`);
    await expect(page.getByRole('alert')).toContainText('is not published on this server any more');
    await expect(page.getByRole('button', { name: 'Try the demo mailbox' })).toHaveCount(0);
  });

  await test.step('a device that has a catalog keeps it, and says why', async () => {
    await page.goto('/');
    await page.reload();
    await importFile(page, devconMbox());
    await expect(page.getByRole('button', { name: /^Devcon 7 SEA, / })).toBeVisible();
    const newer = { ...CATALOG, organiser: { ...CATALOG.organiser, purpose: 'Another purpose.' } };
    await publish(page, newer, canonicalJson(CATALOG));
    await page.reload();
    await expect(page.getByRole('alert')).toContainText(
      'sent another list of questions than the one that was named',
    );
    await expect(page.getByRole('button', { name: /^Devcon 7 SEA, / })).toBeVisible();
  });
});
