/** The Chromium for tests, benchmarks and screenshots. */
import { existsSync } from 'node:fs';
import { ensureDebianPackages } from './debian.ts';

const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/** Quiet and offline: only the page's own requests leave the browser. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The path of a Chromium: `CHROMIUM_PATH`, or Debian's, which is installed (as root) if it is missing.
 *
 * @throws when there is none and none can be installed; the message says what to do
 */
export function chromiumPath(): string {
  const configured = process.env['CHROMIUM_PATH'];
  if (configured !== undefined && configured !== '') {
    if (!existsSync(configured)) throw new Error(`CHROMIUM_PATH names ${configured}, which does not exist.`);
    return configured;
  }
  if (!existsSync(DEBIAN_CHROMIUM))
    ensureDebianPackages(['chromium'], 'to run the product in a real browser');
  return DEBIAN_CHROMIUM;
}
