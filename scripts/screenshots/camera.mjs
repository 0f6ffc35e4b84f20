// Takes reproducible screenshots: a manual clock, no animation, and random parts are blanked.
import { ensureChromium } from '../env/chromium.mjs';

export const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
export const themes = ['light', 'dark'];

/** Opens a Chromium. `shoot` answers a PNG, or of a `part` of the screen, if one is named, a WebP; `close` ends it. */
export async function openCamera() {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--font-render-hinting=none'],
  });
  return { visit: (visit) => open(browser, visit), close: () => browser.close() };
}

/** A browser of one size and theme at one server, as `person` or signed out. `at`: what its clock says, an instant. */
async function open(browser, { url, size, theme, person, broken }) {
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme: theme,
    isMobile: size === 'phone',
    hasTouch: size === 'phone',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  });
  if (person) await context.addCookies([{ name: 'tocsin_session', value: person.token, url }]);
  if (broken) await context.route(broken, (route) => route.fulfill({ status: 503, json: unavailable }));
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  return {
    page,
    shoot: async ({ path, whole, at, before, act, part, isLong = false }) => {
      await page.clock.setFixedTime(at);
      await before?.(page);
      await page.goto(`${url}${path}`);
      await act?.(page);
      await page.getByText(whole).filter({ visible: true }).first().waitFor();
      if (!broken) await page.waitForLoadState('networkidle');
      // the first press unlocks the sound; there is nothing to press at the edge, but it would close what is open
      const isOpen = (await page.locator('dialog[open], [popover]:popover-open').count()) > 0;
      if (!isOpen && (await page.getByText('Sound is off').count())) await page.mouse.click(2, sizes[size].height / 2);
      await page.mouse.move(0, 0);
      await page.evaluate('document.fonts.ready');
      await page.evaluate(blankOut);
      if (part) return shootPart(page, part(page));
      return page.screenshot({ animations: 'disabled', caret: 'hide', fullPage: isLong });
    },
    close: () => context.close(),
  };
}

/** WebP, which Playwright doesn’t write: a page of text is a third of its PNG. */
async function shootPart(page, part) {
  const { x, y, width, height } = await part.boundingBox();
  const scrolled = await page.evaluate('window.scrollY');
  const session = await page.context().newCDPSession(page);
  const clip = { x, y: y + scrolled, width, height, scale: 1 };
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80, clip, captureBeyondViewport: true });
  await session.detach();
  return Buffer.from(data, 'base64');
}

const unavailable = {
  title: 'The server is still reading its log.',
  status: 503,
  code: 'store.starting',
  detail: 'The server is still reading its log.',
  todo: 'Try again in a few seconds.',
  correlationId: '00000000-0000-0000-0000-000000000000',
};

// in the page: keys, ids, codes and ports differ in every run
const blankOut = `(() => {
  const still = (text) => text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '01900000-0000-7000-8000-000000000000')
    .replace(/[0-9a-f]{32,64}/g, (key) => '0'.repeat(key.length))
    .replace(/tocsin-screens-\\w+/g, 'tocsin')
    .replace(/127\\.0\\.0\\.1:\\d+/g, '127.0.0.1:3000');
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data } = texts.currentNode;
    if (still(data) !== data) texts.currentNode.data = still(data);
  }
  for (const input of document.querySelectorAll('input, textarea')) if (still(input.value) !== input.value) input.value = still(input.value);
})()`;
