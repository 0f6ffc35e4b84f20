import type { Page } from 'playwright-core';
import { readinessReasons } from '@tocsin/contracts/people/readiness-reasons.js';
import { storyInBrowser, waitForText, Screens, untrustedName } from '@tocsin/testing/browser/browser.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

storyInBrowser('by plain http, elsewhere than on the machine itself', (chapter) => {
  let tocsin: Tocsin;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    tocsin = await Tocsin.start();
    screens = await Screens.open(() => tocsin.url.replace('127.0.0.1', untrustedName), 'whole');
    page = await screens.visit('/setup');
  });
  afterAll(async () => {
    await screens.close();
    await tocsin.end();
  });

  chapter('set-up asks for the code in the terminal, and still for no more than six things', async () => {
    await page.getByLabel('Code').waitFor();
    expect(await page.locator('input, select, textarea').count()).toBe(6);
    await page.getByLabel('Your organisation').fill('Northwind');
    await page.getByLabel('Your name').fill('Ana');
    await page.getByLabel('E-mail').fill('ana@example.org');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByLabel('Code').fill(/Enter this code: (\S+)/.exec(tocsin.output())![1]!);
    await page.getByRole('button', { name: 'Set up Tocsin' }).click();
    await waitForText(page, 'Tocsin is ready');
    expect(await page.evaluate('isSecureContext')).toBe(false);
  });

  chapter('its end says that phones can’t be rung by this address, and shows the three ways out', async () => {
    const box = page.getByRole('region', { name: 'This address is not secure' });
    await waitForText(box, 'Push does not work at this address');
    const readShownCode = async (optionName: string): Promise<string> => {
      await box.getByRole('radio', { name: optionName }).check();
      return String(await box.locator('code').textContent());
    };
    expect(await readShownCode('A certificate of your own')).toContain(`TOCSIN_TLS_CERT=/etc/tocsin/${untrustedName}.crt\nTOCSIN_TLS_KEY=`);
    expect((await readShownCode('A reverse proxy')).split('\n')).toEqual([
      untrustedName,
      `reverse_proxy 127.0.0.1:${new URL(tocsin.url).port}`,
    ]);
    expect(await readShownCode('A tunnel')).toContain(`http://localhost:${new URL(tocsin.url).port}`);
    expect(await box.getByRole('button', { name: /^Copy: / }).count()).toBe(1);
  });

  chapter('and so does what I see of myself, once', async () => {
    await page.goto(screens.at('/me'));
    const card = page.getByRole('region', { name: 'Readiness' });
    await waitForText(card, 'Push does not work at this address');
    await card.locator(`[id="${readinessReasons['readiness.plain_http'].fix.at}"]`).waitFor();
    await page.getByText('plain http').first().waitFor();
    expect(await page.getByText('plain http').count()).toBe(1);
    await page.getByRole('button', { name: 'Add a phone' }).click();
    await waitForText(page.getByRole('dialog'), /a phone can open it, but push notifications don’t work/);
    expect(await page.getByRole('region', { name: 'This address is not secure' }).count()).toBeLessThanOrEqual(1);
  });

  chapter('is not said on the machine itself', async () => {
    const setUpPage = await screens.visit(`${tocsin.url}/setup`);
    await waitForText(setUpPage, 'Already set up');
    expect(await setUpPage.evaluate('isSecureContext')).toBe(true);
    screens.complaints.length = 0;
  });
});
