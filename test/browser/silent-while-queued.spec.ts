import type { Page } from 'playwright-core';
import { storyInBrowser, waitForLive, press, waitForText, waitForNoText, Screens, eventually } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('a page that I acknowledge without a network', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    const { api, personId } = stage.ana;
    const { says: addAnswer } = await api.run('AddContactMethod', { kind: 'browser', personId });
    await api.run('AddNotificationRule', {
      personId,
      urgency: 'high',
      contactMethodId: String(addAnswer['contactMethodId']),
      delayMinutes: 0,
    });
    screens = await Screens.open(() => stage.tocsin.url, 'whole');
    screens.expectedErrors = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|\/live\/|\/api\//;
    page = await screens.visit('/alerts', { as: api });
    await press(page);
    await stage.generic({ summary: 'Payments are down', key: 'payments' });
    await waitForText(page.getByRole('alert'), 'You are paged');
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const acknowledge = async (): Promise<void> => {
    await page.getByRole('alert').getByRole('button', { name: 'Acknowledge' }).click();
    await waitForText(page.getByRole('status'), /#1 is queued, not sent yet: no one else can see it/);
  };
  const waitForIcon = (href: string) => page.locator(`link[rel=icon][href="${href}"]`).waitFor({ state: 'attached' });

  chapter('falls silent on this tab, which says that no one else can see it yet', async () => {
    await waitForIcon('/bell-ringing.svg');
    await page.context().setOffline(true);
    await waitForText(page, 'Not connected');
    await acknowledge();
    await waitForNoText(page.getByRole('alert'), 'You are paged');
    await waitForIcon('/bell.svg');
    await eventually(page, async () => expect(await page.title()).not.toMatch(/^\(/));
    expect(await stage.getGroup()).toMatchObject({ status: 'firing' });
  });

  chapter('is back when I discard it, since it is unacknowledged', async () => {
    await page.getByRole('button', { name: 'Discard' }).click();
    await waitForText(page.getByRole('alert'), 'You are paged');
    await waitForIcon('/bell-ringing.svg');
  });

  chapter('stays silent once it was sent', async () => {
    await acknowledge();
    await page.context().setOffline(false);
    await waitForText(page.getByRole('region', { name: 'Messages' }), 'Sent: you acknowledged #1');
    await waitForLive(page);
    await waitForNoText(page.getByRole('alert'), 'You are paged');
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged', holder: { personId: stage.ana.personId } });
  });
});
