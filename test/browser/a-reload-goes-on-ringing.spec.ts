import type { Page } from 'playwright-core';
import { storyInBrowser, waitForLive, press, waitForText, waitForNoText, Screens, eventually } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

/** Counts the partials of struck bells in a page, from before its own scripts run. The high bell has 18, of three strikes. */
const countsPartials = `globalThis.bells = 0;
const { start } = OscillatorNode.prototype;
OscillatorNode.prototype.start = function (...when) { globalThis.bells += 1; return start.apply(this, when); };`;
const countBells = (page: Page) => page.addInitScript(countsPartials);
const readBellCount = (page: Page): Promise<number> => page.evaluate(() => (globalThis as unknown as { bells: number }).bells);
const soundIsOff = 'this tab’s sound is off';

storyInBrowser('a page that rings in a browser', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  const open = (): Promise<Page> => screens.visit('/alerts', { as: stage.ana.api });

  beforeAll(async () => {
    stage = await Stage.begin();
    const { api, personId } = stage.ana;
    const { says: addAnswer } = await api.run('AddContactMethod', { kind: 'browser', personId });
    const contactMethodId = String(addAnswer['contactMethodId']);
    await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId, delayMinutes: 0 });
    screens = await Screens.open(() => stage.tocsin.url, 'whole');
    page = await open();
    await countBells(page);
    await page.reload();
    await waitForLive(page);
    await press(page);
    await stage.generic({ summary: 'Payments are down', key: 'payments' });
    await waitForText(page.getByRole('alert'), 'You are paged');
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('rings once, though the server tells of it twice', async () => {
    expect(await readBellCount(page)).toBe(18);
  });

  chapter('is there again after a reload, says that the sound is off, and rings at the first press', async () => {
    await page.reload();
    await waitForText(page.getByRole('alert'), 'Payments are down');
    await waitForText(page.getByRole('alert'), soundIsOff);
    expect(await readBellCount(page)).toBe(0);
    await press(page);
    await waitForNoText(page.getByRole('alert'), soundIsOff);
    await eventually(page, async () => expect(await readBellCount(page)).toBe(18));
  });

  chapter('is shown by a tab that is opened later, also where no tab could ring when it began', async () => {
    await page.close();
    await stage.settleFully();
    await stage.generic({ summary: 'Disk is full', key: 'disk' });
    page = await open();
    await waitForText(page.getByRole('alert'), 'Disk is full');
    await waitForText(page.getByRole('alert'), 'Payments are down');
    await waitForText(page.getByRole('alert'), soundIsOff);
  });

  chapter('is shown at once by a second tab whose sound is locked', async () => {
    const second = await open();
    await stage.settleFully();
    await stage.generic({ summary: 'Mail is stuck', key: 'mail' });
    await waitForText(second.getByRole('alert'), 'Mail is stuck');
    await waitForText(second.getByRole('alert'), soundIsOff);
    await second.close();
  });

  chapter('falls silent in every tab when it is answered in one, and stays so after a reload', async () => {
    const second = await open();
    await waitForText(second.getByRole('alert'), 'Disk is full');
    const group = await stage.getGroup(2);
    const [anasBrowserPage] = await stage.pagesOf(group.id, stage.ana);
    await stage.ana.api.run('AnswerPage', { groupId: group.id, pageId: anasBrowserPage!.pageId });
    for (const tab of [page, second]) await waitForNoText(tab.getByRole('alert'), 'Disk is full');
    await second.reload();
    await waitForText(second.getByRole('alert'), 'Payments are down');
    expect(await second.getByRole('alert').textContent()).not.toContain('Disk is full');
    await second.close();
  });

  chapter('goes from a tab that had lost its connection when it ended', async () => {
    screens.expectedErrors = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|\/live\/|\/api\//;
    await page.context().setOffline(true);
    await waitForText(page, 'Not connected');
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup(1)).id });
    await page.context().setOffline(false);
    await waitForLive(page);
    await waitForNoText(page.getByRole('alert'), 'Payments are down');
  });
});
