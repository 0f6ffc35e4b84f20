import type { Page } from 'playwright-core';
import { storyInBrowser, waitForGone, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('an alert group that is ending, and an integration that is refused', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let list: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    screens = await Screens.open(() => stage.tocsin.url);
    await stage.integration('generic');
  });
  afterAll(async () => {
    await screens.close();
    await stage.close();
  });

  chapter('says in the list, on the group and on the wall when it resolves, and no longer once it fires again', async () => {
    const bothConditions = [{ name: 'DiskFull' }, { name: 'DiskFull', instance: 'db-2' }];
    await stage.alertmanager('firing', bothConditions);
    list = await screens.visit('/alerts', { as: stage.ana.api });
    const group = await screens.visit('/alerts/1', { as: stage.ana.api });
    const wall = await screens.visit('/alerts', { as: stage.ana.api });
    // a wall says that it is live by showing nothing else
    await wall.goto(screens.at('/alerts?wall=true'));
    await stage.alertmanager('resolved', [bothConditions[0]!]);
    const endingText = /ending, resolves at .+ unless it fires again/i;
    for (const page of [list, group, wall]) await waitForText(page, endingText);
    await waitForText(group, /· ending, resolves/);
    await stage.alertmanager('firing', [bothConditions[1]!]);
    for (const page of [list, group, wall]) await waitForGone(page.getByText(endingText));
  });

  chapter('has its limit set in the settings of the integration, and its group says what was refused', async () => {
    const service = await screens.visit(`/services/${stage.setUpAnswer.serviceId}`, { as: stage.ana.api });
    const line = service.getByRole('listitem').filter({ hasText: 'By generic' });
    await line.getByRole('button', { name: 'Settings' }).click();
    const field = service.getByLabel('Hard limit (requests in 5 min)');
    await field.fill('10');
    await field.press('Enter');
    await waitForText(service, 'at most 10 requests in 5 min');
    await stage.settle();
    const { path } = await stage.integration('generic');
    const send = () => stage.tocsin.anonymous.request('POST', path, { summary: 'Often', key: 'often', severity: 'info' });
    for (let n = 0; n < 12; n += 1) await send();
    await stage.settle();
    await waitForText(list, 'By generic: requests are refused, more than 10 in 5 min');
    const { number } = (await stage.listGroups()).find(({ refused }) => refused !== undefined)!;
    const group = await screens.visit(`/alerts/${number}`, { as: stage.ana.api });
    await waitForText(group, /By generic sends more than its hard limit: at least 1 request was refused/);
  });
});
