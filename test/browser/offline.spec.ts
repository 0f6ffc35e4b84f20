import type { Page } from 'playwright-core';
import { storyInBrowser, waitForLive, rowOf, waitForText, waitForNoText, Screens, eventually } from '@tocsin/testing/browser/browser.js';
import { builtFile } from '@tocsin/testing/browser/built-file.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

/** The value that this browser stores under a key of the app. */
const readStored = (key: string): string => `new Promise((fulfil, reject) => {
  const asked = indexedDB.open('keyval-store');
  asked.onerror = () => reject(asked.error);
  asked.onupgradeneeded = () => asked.transaction.abort();
  asked.onsuccess = () => {
    const got = asked.result.transaction('keyval').objectStore('keyval').get('${key}');
    got.onsuccess = () => { asked.result.close(); fulfil(JSON.stringify(got.result ?? null)); };
  };
})`;

storyInBrowser('without a network', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let bo: Player;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    bo = await stage.addPerson('Bo');
    await stage.setPolicy([{ page: [stage.ana] }, { page: [bo] }]);
    for (const summary of ['Payments are down', 'Disk is full', 'Search is slow', 'Queue is stuck'])
      await stage.generic({ summary, key: summary });
    screens = await Screens.open(() => stage.tocsin.url, 'whole');
    screens.expectedErrors = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|\/live\/|\/api\//;
    page = await screens.visit('/alerts', { as: stage.ana.api });
    await rowOf(page, 4).waitFor();
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const acknowledge = async (number: number): Promise<void> => {
    await rowOf(page, number).getByRole('link').focus();
    await page.keyboard.press('a');
    await waitForText(rowOf(page, number), 'Queued, not sent yet');
  };
  const holderOf = async (number: number): Promise<string | null> => {
    const { holder } = await stage.getGroup(number);
    return holder?.kind === 'person' ? holder.personId : null;
  };

  chapter('says so at once, and queues an acknowledge, which says that no one else can see it', async () => {
    await page.context().setOffline(true);
    await waitForText(page, 'Not connected');
    await acknowledge(1);
    await waitForText(page.getByRole('status'), /#1 is queued, not sent yet: no one else can see it/);
    expect(await holderOf(1)).toBeNull();
  });

  chapter('sends it when the network is back', async () => {
    await page.context().setOffline(false);
    await waitForText(page.getByRole('region', { name: 'Messages' }), 'Sent: you acknowledged #1');
    await waitForLive(page);
    await waitForText(rowOf(page, 1), 'You acknowledged');
    expect(await holderOf(1)).toBe(stage.ana.personId);
    await waitForNoText(page, /queued, not sent yet/);
  });

  chapter('says who took it meanwhile, and changes nothing', async () => {
    await page.context().setOffline(true);
    await waitForText(page, 'Not connected');
    await acknowledge(2);
    await bo.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup(2)).id });
    await page.context().setOffline(false);
    await waitForText(page.getByRole('region', { name: 'Messages' }), 'Bo acknowledged #2 first');
    expect(await holderOf(2)).toBe(bo.personId);
  });

  chapter('opens a group that the list shows, queues there too, and does not send what was dropped', async () => {
    await page.context().setOffline(true);
    await waitForText(page, 'Not connected');
    await rowOf(page, 3).getByRole('link').click();
    await page.getByRole('main').getByRole('button', { name: 'Acknowledge' }).click();
    await waitForText(page, 'Your acknowledgement is queued, not sent yet: no one else can see it.');
    await page.goBack();
    await page.getByRole('button', { name: 'Discard' }).click();
    await waitForNoText(page, /queued, not sent yet/);
    await page.context().setOffline(false);
    await waitForLive(page);
    expect(await holderOf(3)).toBeNull();
  });

  chapter('shows what was shown last, as old as it is, when the app is opened', async () => {
    await eventually(page, async () =>
      expect(await page.evaluate(`${readStored('shown')}.then((shown) => shown.includes('Queue is stuck') && shown.includes('Bo'))`)).toBe(
        true,
      ),
    );
    expect(await page.evaluate<string>(readStored('shown'))).not.toContain('tsn_');
    for (const path of ['**/api/**', '**/live/**']) await page.route(path, (route) => route.abort());
    await page.reload();
    await waitForText(rowOf(page, 2), 'Bo acknowledged');
    await waitForText(page, /this screen is \d+ s old/);
    await page.locator('main.grayscale').waitFor();
    await acknowledge(4);
  });

  chapter('loses nothing that waits when the window is closed', async () => {
    await page.reload();
    await waitForText(page.getByRole('status'), /#4 is queued, not sent yet/);
    await page.unrouteAll();
    await page.reload();
    await waitForText(page.getByRole('region', { name: 'Messages' }), 'Sent: you acknowledged #4');
    expect(await holderOf(4)).toBe(stage.ana.personId);
  });

  chapter('stays as it is when the file that opens a group could not be loaded, and has it as soon as the network is back', async () => {
    const other = await screens.visit('/sign-in');
    const context = other.context();
    await context.addCookies([{ name: 'tocsin_session', value: stage.ana.api.token, url: screens.at('/'), httpOnly: true }]);
    const screen = builtFile('alerts.$number');
    let isCut = true;
    await context.route(`**/${screen}`, (route) => (isCut ? route.abort() : route.continue()));
    const isScreen = (requestInfo: { url(): string }) => requestInfo.url().endsWith(screen);
    const failedRequest = context.waitForEvent('requestfailed', isScreen);
    let loads = 0;
    other.on('load', () => (loads += 1));
    await other.goto(screens.at('/alerts'));
    await waitForLive(other);
    await failedRequest;
    isCut = false;
    const loadResponse = context.waitForEvent('response', isScreen);
    await context.setOffline(true);
    await waitForText(other, 'Not connected');
    await context.setOffline(false);
    expect((await loadResponse).status()).toBe(200);
    await waitForLive(other);
    expect(loads).toBe(1);
    await context.close();
  });

  chapter('keeps nothing after signing out', async () => {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await waitForText(page, 'Password');
    await eventually(page, async () =>
      expect([await page.evaluate(readStored('shown')), await page.evaluate(readStored('queue'))]).toEqual(['null', '[]']),
    );
  });
});
