import type { Page } from 'playwright-core';
import { storyInBrowser, waitForGone, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

storyInBrowser('the message log', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let bo: Player;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    bo = await stage.addPerson('Bo');
    await stage.setPolicy([{ page: [bo] }]);
    bo.phone.answer(410);
    await stage.generic({ summary: 'Disk is full', key: 'disk' });
    await stage.settle();
    bo.phone.recover();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/messages?outcome=failed', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const resend = (screenPage: Page) => screenPage.getByRole('button', { name: /^Resend to Bo: Webhook, #1/ });

  chapter('sends a message that failed again, at a press', async () => {
    const { ringCount: rang } = bo;
    await resend(page).first().click();
    await waitForText(page.getByRole('region', { name: 'Messages' }), 'Resent to Bo');
    await stage.settle();
    expect(bo.ringCount).toBe(rang + 1);
    const all = await screens.visit('/messages', { as: stage.ana.api });
    await waitForText(all.getByRole('list', { name: 'Messages' }).getByRole('listitem').filter({ hasText: 'resent' }), 'Delivered');
    await waitForText(await screens.visit('/history', { as: stage.ana.api }), /Ana resent the webhook to Bo/);
  });

  chapter('offers that no more once the alert group is over', async () => {
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup()).id });
    const reloadedPage = await screens.visit('/messages', { as: stage.ana.api });
    await waitForText(reloadedPage.getByRole('list', { name: 'Messages' }), '#1 Disk is full');
    await waitForGone(resend(reloadedPage));
  });

  chapter('offers it only to people who may act on the alert group', async () => {
    await stage.generic({ summary: 'Queue is full', key: 'queue' });
    const zoe = await stage.addPerson('Zoe', { role: 'observer', isInTeam: false });
    const zoesPage = await screens.visit('/messages', { as: zoe.api });
    await waitForText(zoesPage.getByRole('list', { name: 'Messages' }), '#2 Queue is full');
    await waitForGone(zoesPage.getByRole('button', { name: /^Resend/ }));
  });
});
