import type { Page } from 'playwright-core';
import { storyInBrowser, rowOf, waitForText, Screens, serverIsGone } from '@tocsin/testing/browser/browser.js';
import { freePort } from '@tocsin/testing/machine/free-port.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

storyInBrowser('a browser that lost its server', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let bo: Player;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin({ env: { PORT: String(await freePort()) } });
    bo = await stage.addPerson('Bo');
    screens = await Screens.open(() => stage.tocsin.url, 'whole');
    screens.expectedErrors = new RegExp(`${serverIsGone.source}|ERR_INTERNET_DISCONNECTED`);
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    page = await screens.visit('/alerts', { as: stage.ana.api });
    await waitForText(rowOf(page, 1), 'DiskFull on db-1');
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('says so, how old what it shows is, and shows it in grey', async () => {
    await stage.tocsin.stop();
    await waitForText(page, /Not connected: this screen is \d+ s old/);
    await page.locator('main.grayscale').waitFor();
    await waitForText(rowOf(page, 1), 'DiskFull on db-1');
  });

  chapter('catches up with what it missed when it is back, and says that too', async () => {
    await page.context().setOffline(true);
    await stage.restart();
    await bo.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    await stage.generic({ summary: 'The queue is stuck', key: 'queue' });
    await page.context().setOffline(false);
    await waitForText(page, 'Connected again, caught up');
    await waitForText(rowOf(page, 1), 'Bo acknowledged');
    await waitForText(rowOf(page, 2), 'The queue is stuck');
    await page.locator('main:not(.grayscale)').waitFor();
  });

  chapter('hears of what comes next as before', async () => {
    await stage.generic({ summary: 'The queue is longer', key: 'longer' });
    await waitForText(rowOf(page, 3), 'The queue is longer');
  });
});
