import type { Page } from 'playwright-core';
import { rowOf, Screens, storyInBrowser, waitForText } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('a service whose alert groups flap', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let list: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.setPolicy([{ page: [stage.ana] }]);
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit(`/services/${stage.setUpAnswer.serviceId}`, { as: stage.ana.api });
    list = await screens.visit('/alerts', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('is set to page once', async () => {
    await page.getByLabel('Flapping').selectOption('once');
    await page.getByRole('button', { name: 'Save' }).click();
    await waitForText(page, 'Saved');
    expect((await stage.getRow('services', stage.setUpAnswer.serviceId)).flapDetection).toBe(true);
  });

  chapter('shows in the list and on the group that it flaps, and since when it is quiet', async () => {
    for (const state of ['firing', 'resolved', 'firing', 'resolved'] as const) {
      await stage.alertmanager(state, [{ name: 'DiskFull' }]);
      await stage.advance('PT2M');
    }
    await waitForText(rowOf(list, 1), 'flaps, quiet');
    await page.goto(screens.at('/alerts/1'));
    await waitForText(page.getByRole('main'), /Quiet since .*: resolves .* unless it fires again/);
  });
});
