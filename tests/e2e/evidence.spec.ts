/** The mails behind a stamp and behind a fact, opened by tap and by keyboard, compared with the fixture. */
import type { Locator, Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { slotOf } from '../../catalog/index.ts';
import { specialDrafts } from '../../server/demo/mailbox/special/all.ts';
import { EXPECTED_MAILS } from '../support/demo-mailbox.ts';
import { readDevice } from './device.ts';
import { holdMails } from './held-mails.ts';
import { expect, newServerTest as test } from './server.ts';
import { expectToFitPhones } from './sizes.ts';
import { discloseSelected, signInToDemo } from '../support/browser/steps.ts';
import { factById } from '../support/catalog.ts';

/** The subjects of the demo mailbox's mails that set the slot of a verified event, newest first. */
async function subjectsOf(key: 'devcon', slot: number): Promise<string[]> {
  const mails = await Promise.all(
    specialDrafts().map(async ({ caseName, content, receivedAt }) => {
      const subject =
        'mime' in content ? content.mime.subject : (await PostalMime.parse(content.raw)).subject;
      return { subject: subject ?? 'No Subject', receivedAt, expected: EXPECTED_MAILS[caseName ?? ''] };
    }),
  );
  return mails
    .filter(({ subject, expected }) => {
      if (expected === undefined || expected.scanned === false) return false;
      const counts = Object.keys(expected.attests).length > 0;
      return expected.attests[key] === 'verified' || (counts && slotOf(subject) === slot);
    })
    .toSorted((a, b) => b.receivedAt - a.receivedAt)
    .map(({ subject }) => subject);
}

function slotOfFact(id: string): number {
  return factById(id)?.slot ?? -1;
}

/** A stamp of the sheet, by its number. */
function stamp(page: Page, slot: number): Locator {
  return page.getByRole('grid').getByRole('button', { name: new RegExp(`^Place ${slot + 1},`) });
}

/** The open sheet of a stamp. */
function stampSheet(page: Page, slot: number): Locator {
  return page.getByRole('dialog', { name: `Place ${slot + 1}`, exact: true });
}

const DEVCON = slotOfFact('verifiedTravelEvents/devcon');

test('a stamp shows which mails set it, and a fact who signed its mails', async ({ page }) => {
  await page.goto('/');
  await signInToDemo(page);

  await test.step('a stamp that the running scan has filled can already be opened', async () => {
    const held = await holdMails(page.context(), 60);
    await page.getByRole('button', { name: 'Scan my mailbox' }).click();
    await expect(page.getByRole('progressbar', { name: 'Mail read' })).toBeVisible();
    await expect.poll(async () => (await readDevice(page)).headers.length).toBe(60);
    const filled = page.getByRole('grid').getByRole('button', { name: /only with you, \d+ mails?$/ });
    const mails = page.getByRole('list', { name: 'Mails that filled this place' }).getByRole('listitem');
    // The last of these mails may still be on its way to the sheet, so it is repeated.
    await expect(async () => {
      await page.keyboard.press('Escape');
      await filled.first().click();
      await expect(mails.first()).toContainText(/Its subject falls on this place\.|It counts for /, {
        timeout: 10_000,
      });
    }).toPass();
    await page.keyboard.press('Escape');
    await held.end();
    await page.getByRole('button', { name: 'Compare privately' }).waitFor();
  });

  await test.step('a verified fact shows signer, extent and key; the others show why they count less', async () => {
    const devcon = page.getByRole('button', { name: /^Devcon 7 SEA, / });
    await devcon.focus();
    await page.keyboard.press('Enter');
    const evidence = page.getByRole('dialog', { name: 'Devcon 7 SEA' });
    const mails = evidence.getByRole('list', { name: 'Mails behind it' }).getByRole('listitem');
    await expect(mails.first()).toContainText('VerifiedSigned by devcon.org, whole mail, 2048-bit key.');
    await expect(
      mails.filter({ hasText: 'Signed by bulk.mailout.example, which does not speak for this event.' }),
    ).toContainText('Counts as self-attested only');
    await expect(evidence.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(evidence).toHaveCount(0);
    await expect(devcon).toBeFocused();
  });

  await test.step('a self-attested fact shows the reason for each mail', async () => {
    await page.getByRole('button', { name: /^ETHDenver 2024, / }).click();
    const evidence = page.getByRole('dialog', { name: 'ETHDenver 2024' });
    await expect(evidence).toContainText('Found in your mail; nobody vouches for it');
    await expect(evidence.getByRole('listitem').filter({ hasText: 'volunteer registration' })).toContainText(
      'Signed by ethdenver.com with a 768-bit key, which is too short to trust.',
    );
    await expect(evidence).toContainText('but the sender is left out of the signature');
    await expect(evidence).toContainText('with a method that can be forged');
    await expect(evidence.getByText('Verified', { exact: true })).toHaveCount(0);
    await evidence.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('a stamp lists its mails with subject, sender and date, newest first', async () => {
    const subjects = await subjectsOf('devcon', DEVCON);
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await expect(page.getByRole('gridcell')).toHaveCount(100);
    await expect(stamp(page, DEVCON)).toHaveAccessibleName(
      `Place ${DEVCON + 1}, Devcon 7 SEA, only with you, ${subjects.length} mails`,
    );
    await stamp(page, DEVCON).click();
    const mails = stampSheet(page, DEVCON).getByRole('list').getByRole('listitem');
    await expect(mails).toContainText(subjects);
    await expect(mails.filter({ hasText: 'It counts for Devcon 7 SEA.' })).toHaveCount(4);
    await expect(mails.first()).toContainText(/@[a-z.]+>? · \d+ [A-Z][a-z]{2} 202\d/);
    await page.keyboard.press('Escape');
  });

  await test.step('the arrow keys move through the sheet, Enter opens a stamp, Escape returns', async () => {
    await expect(stamp(page, DEVCON)).toBeFocused();
    const below = (DEVCON + 10) % 100;
    await page.keyboard.press(below > DEVCON ? 'ArrowDown' : 'PageUp');
    await page.keyboard.press('Home');
    const rowStart = below - (below % 10);
    await expect(stamp(page, rowStart)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(stampSheet(page, rowStart)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(stamp(page, rowStart)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('grid').locator(':focus')).toHaveCount(0);
    await page.keyboard.press('Shift+Tab');
    await expect(stamp(page, rowStart)).toBeFocused();
  });

  await test.step('a stamp that nothing set says so, and explains what a stamp is', async () => {
    const empty = page
      .getByRole('grid')
      .getByRole('button', { name: /, empty$/ })
      .first();
    await empty.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Nothing on this device has filled this place.');
    await expect(dialog.getByRole('list')).toHaveCount(0);
    await dialog.getByText('What is a place?').click();
    await expect(dialog).toContainText('The sheet has 100 places.');
    await page.keyboard.press('Escape');
  });

  await test.step('a subject on the stamp of an event that was not found does not look like that event', async () => {
    const trap = slotOfFact('verifiedTravelEvents/sigSingDemoDay');
    await stamp(page, trap).click();
    await expect(stampSheet(page, trap)).toContainText(
      'It is also the place of SigSing Demo Day, verified by a signature. You hold nothing for that',
    );
    await expect(stampSheet(page, trap).getByRole('listitem')).toContainText([/Devcon SEA ticket #\d+/]);
    await expect(stampSheet(page, trap).getByRole('listitem').first()).toContainText(
      'Its subject falls on this place.',
    );
    await page.keyboard.press('Escape');
  });

  await test.step('after the comparison the sheet shows what both lists have and what was disclosed', async () => {
    await page.getByRole('button', { name: 'Stamps', exact: true }).click();
    await page.getByRole('button', { name: 'karaoke' }).click();
    await page.getByRole('button', { name: 'Compare privately' }).click();
    await page.getByRole('switch', { name: 'Show Devcon 7 SEA' }).click();
    await discloseSelected(page);
    await expect(stamp(page, DEVCON)).toHaveAccessibleName(/Devcon 7 SEA, shown, \d mails$/);
    const karaoke = slotOfFact('travelInterests/karaoke');
    await expect(stamp(page, karaoke)).toHaveAccessibleName(/karaoke, on both lists/);
    await stamp(page, karaoke).click();
    await expect(stampSheet(page, karaoke)).toContainText('Waystamp lists it too. It is not shown now.');
    await expect(stampSheet(page, karaoke)).toContainText('No mail stands behind it.');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Your sheet' })).toContainText('1shown');
  });

  await test.step('the result has its events by date, and a map of their places', async () => {
    const where = page.getByRole('region', { name: 'When and where' });
    const timeline = where.getByRole('listitem');
    await expect(timeline).toContainText([
      'ZuConnect29 Oct – 11 Nov 2023',
      'progcrypto',
      'ETHDenver 2024',
      'Signature Singularity Residency',
      'ZK Summit 11',
      'Edge Esmeralda',
      'EthCC 7',
      'EDCON 2024',
      'Devcon 7 SEA12–15 Nov 2024, Bangkok, Thailand',
    ]);
    await expect(timeline.last()).toContainText('shown');
    await expect(timeline.first()).toContainText('on both lists');
    await expect(where.getByRole('img')).toHaveAccessibleName(
      /^Map with 7 places: Istanbul, Türkiye, .* and Bangkok, Thailand\./,
    );
    await expect(where).toContainText('Held online, so not on the map: Signature Singularity Residency.');
    await timeline.last().getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Devcon 7 SEA' })).toContainText('Signed by devcon.org');
    await page.keyboard.press('Escape');
    await expect(timeline.last().getByRole('button')).toBeFocused();
    await expectToFitPhones(page);
  });
});
