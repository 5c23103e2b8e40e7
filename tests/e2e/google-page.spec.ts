/**
 * The page of a server with a Google client id, under that server's content policy, with a stand-in for Google's
 * script.
 */
import { expect, test } from './google.ts';
import { devconMbox, importFile } from './mailbox-file.ts';

test('the page for Google works under its policy, which refuses inline code', async ({
  page,
  context,
  google,
}) => {
  const refused: string[] = [];
  await page.exposeFunction('refusedByPolicy', (directive: string) => refused.push(directive));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      const { refusedByPolicy } = globalThis as unknown as { refusedByPolicy: (directive: string) => void };
      refusedByPolicy(`${effectiveDirective} ${blockedURI}`);
    });
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Allow reading' }).click();
  await expect(page.getByText('Google’s window was closed')).toBeVisible();
  expect(google.windows).toHaveLength(1);

  await page.goto('/');
  await importFile(page, devconMbox());
  const facts = page.getByRole('region', { name: 'Self-attested events' });
  await expect(facts.getByText('Devcon 7 SEA').first()).toBeVisible();
  expect(refused).toEqual([]);
  expect(await context.cookies()).toEqual([]);

  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { color: red }';
    document.head.append(style);
    const script = document.createElement('script');
    script.textContent = 'globalThis.inline = true;';
    document.head.append(script);
  });
  await expect.poll(() => refused).toEqual(['style-src-elem inline', 'script-src-elem inline']);
});
