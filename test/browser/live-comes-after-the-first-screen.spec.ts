import type { Page } from 'playwright-core';
import { describeInBrowser, live, rowOf, says, Screens } from '@tocsin/testing/browser.js';
import { builtFile } from '@tocsin/testing/built-file.js';
import { Stage } from '@tocsin/testing/stage.js';

describeInBrowser('what is live comes after the first screen', () => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.generic({ summary: 'Disk is full', key: 'disk' });
    screens = await Screens.open(() => stage.tocsin.url);
    screens.expected = /ERR_FAILED/;
    page = await screens.visit('/sign-in');
    const url = screens.at('/');
    await page.context().addCookies([{ name: 'tocsin_session', value: stage.ana.api.token, url, httpOnly: true }]);
  });
  afterAll(async () => {
    await screens.close();
    await stage.leave();
  });

  it('the list stands without the socket’s client, and says that it is not connected; once it is had, it is live by itself', async () => {
    let asked = 0;
    let letItCome = () => {};
    const looked = new Promise<void>((resolve) => (letItCome = resolve));
    // of the context: what the service worker asks for is seen there too
    await page.context().route(`**/${builtFile('socket.io-client')}`, async (route) => {
      asked += 1;
      if (asked === 1) return route.abort();
      await looked;
      return route.continue();
    });
    await page.goto(screens.at('/alerts'));
    await rowOf(page, 1).waitFor();
    await says(page, 'Not connected');
    await page.evaluate('globalThis.isTheSamePage = true');
    letItCome();
    await live(page);
    expect(await page.evaluate('globalThis.isTheSamePage')).toBe(true);
    await stage.generic({ summary: 'Queue is stuck', key: 'queue' });
    await rowOf(page, 2).waitFor();
  });
});
