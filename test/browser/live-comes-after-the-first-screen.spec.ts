import type { Page } from 'playwright-core';
import { storyInBrowser, waitForLive, phone, rowOf, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { builtFile } from '@tocsin/testing/browser/built-file.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

/** Resolves when the row at this place, from 0, has the focus. */
const waitForFocus = (page: Page, place: number): Promise<void> => page.locator('li[data-id]').nth(place).locator('a:focus').waitFor();

storyInBrowser('what is live comes after the first screen', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.generic({ summary: 'Disk is full', key: 'disk' });
    screens = await Screens.open(() => stage.tocsin.url);
    screens.expectedErrors = /ERR_FAILED/;
    page = await screens.visit('/sign-in');
    const url = screens.at('/');
    await page.context().addCookies([{ name: 'tocsin_session', value: stage.ana.api.token, url, httpOnly: true }]);
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter(
    'the list stands without the socket’s client, and says that it is not connected; once it is had, it is live by itself',
    async () => {
      let isOut = true;
      // on the context, to include requests of the service worker; every request for it fails
      await page.context().route(`**/${builtFile('socket.io-client')}`, (route) => (isOut ? route.abort() : route.continue()));
      await page.goto(screens.at('/alerts'));
      await rowOf(page, 1).waitFor();
      await waitForText(page, 'Not connected');
      await page.evaluate('globalThis.isTheSamePage = true');
      isOut = false;
      await waitForLive(page);
      expect(await page.evaluate('globalThis.isTheSamePage')).toBe(true);
      await stage.generic({ summary: 'Queue is stuck', key: 'queue' });
      await rowOf(page, 2).waitFor();
    },
  );

  const readOrder = (): Promise<string> =>
    page.evaluate<string>(`JSON.stringify([...document.querySelectorAll('main li, main h2, main h1')].map((one) => {
      const { top, left, width, height } = one.getBoundingClientRect();
      return [one.textContent.slice(0, 12), top, left, width, height];
    }))`);

  for (const [device, size] of [
    ['a desk', { width: 1280, height: 800 }],
    ['a phone', phone],
  ] as const)
    chapter(
      `on ${device} the list stands and goes by its keys without what draws ten thousand rows; nothing moves when that comes`,
      async () => {
        await page.setViewportSize(size);
        let releaseResponse = () => {};
        const firstRequest = new Promise<void>((resolve) => (releaseResponse = resolve));
        const [windowing, strip] = [`**/${builtFile('react-virtual')}`, `**/${builtFile('app/duty-card')}`];
        for (const file of [windowing, strip])
          await page.context().route(file, async (route) => {
            await firstRequest;
            return route.continue();
          });
        await page.evaluate(`caches.delete('assets')`);
        await page.goto(screens.at('/alerts'));
        await rowOf(page, 2).waitFor();
        await waitForLive(page);
        await page.keyboard.press('j');
        await waitForFocus(page, 0);
        const before = await readOrder();
        releaseResponse();
        await page.locator('li[data-id][style*="top"]').first().waitFor();
        await page.getByRole('region', { name: 'How you are paged' }).waitFor();
        expect(await readOrder()).toBe(before);
        await waitForFocus(page, 0);
        await page.keyboard.press('j');
        await waitForFocus(page, 1);
        for (const file of [windowing, strip]) await page.context().unroute(file);
      },
    );
});
