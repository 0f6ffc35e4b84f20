import { existsSync } from 'node:fs';
import { ensureAptPackage, hasAptPackage, versionOf, findCommand } from './apt.mjs';
import { run } from './run.mjs';

const usual = [
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of a Chromium: CHROME_PATH, one on the PATH or in a usual place, Playwright's own, Debian's; undefined if none can be had. */
export async function ensureChromium() {
  const { CHROME_PATH } = process.env;
  if (CHROME_PATH) {
    if (existsSync(CHROME_PATH)) return CHROME_PATH;
    throw new Error(`CHROME_PATH names no file: ${CHROME_PATH}`);
  }
  const installed =
    ['chromium', 'chromium-browser', 'google-chrome'].map(findCommand).find(Boolean) ?? usual.find((path) => existsSync(path));
  return (
    installed ??
    (await findPlaywrightChromium()) ??
    (await ensureAptPackage('chromium', 'chromium')) ??
    (await findPlaywrightChromium({ download: true }))
  );
}

/**
 * The path of Debian's `chromium-headless-shell`: the same version of Chromium without windows, in which a screen takes a fifth less. Undefined where
 * it can't be had, its package puts it elsewhere, or `chromium` is another one than Debian's: then all tests run in that one. A version that differs would make Debian replace it.
 */
export async function ensureHeadlessShell(chromium, path = '/usr/lib/chromium/chromium-headless-shell') {
  if (process.env.CHROME_PATH || !['/usr/bin/chromium', '/bin/chromium'].includes(chromium)) return undefined;
  const version = await versionOf('chromium');
  return version && (await hasAptPackage('chromium-headless-shell', version)) && existsSync(path) ? path : undefined;
}

async function findPlaywrightChromium({ download = false } = {}) {
  const { chromium } = await import('playwright-core');
  if (download) await run(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], { quiet: true });
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}
