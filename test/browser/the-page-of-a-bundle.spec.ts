import type { Page } from 'playwright-core';
import { describeInBrowser, waitForGone, phone, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

describeInBrowser('the link in a message for several pages, on a phone without a session', () => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    for (const name of ['Checkout', 'Disk', 'Queue', 'Certificate']) {
      await stage.alertmanager('firing', [{ name }], { groupKey: name });
      await stage.settle();
    }
    await stage.advance('PT1M');
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit(new URL(stage.ana.phone.messages.at(-1)!.link).pathname, { size: phone });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  it('names all that the message contains, each leading to its own page', async () => {
    await page.getByRole('heading', { name: '3 alert groups' }).waitFor();
    await waitForText(page, '3 not acknowledged yet, Ana.');
    const groupLinks = page.getByRole('region', { name: 'Alert groups' }).getByRole('link');
    expect(await groupLinks.allTextContents()).toEqual(['#2 Disk on db-1', '#3 Queue on db-1', '#4 Certificate on db-1']);
    expect(await groupLinks.first().getAttribute('href')).toMatch(/^\/p\/[\w-]{64}$/);
  });

  it('acknowledges all by one press, and takes it back by another', async () => {
    await page.getByRole('button', { name: 'Acknowledge all 3' }).click();
    await waitForText(page, 'All acknowledged or resolved.');
    expect((await stage.listGroups()).map(({ status }) => status)).toEqual(['firing', 'acknowledged', 'acknowledged', 'acknowledged']);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await page.getByRole('button', { name: 'Acknowledge all 3' }).waitFor();
    await waitForGone(page.getByText('All acknowledged or resolved.'));
  });
});
