import type { Page } from 'playwright-core';
import { storyInBrowser, rowOf, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

storyInBrowser('two people at two browsers', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let bo: Player;
  let hers: Page;
  let his: Page;
  let loads = 0;

  beforeAll(async () => {
    stage = await Stage.begin();
    bo = await stage.person('Bo');
    screens = await Screens.open(() => stage.tocsin.url, 'whole');
    [hers, his] = await Promise.all([screens.visit('/alerts', { as: stage.ana.api }), screens.visit('/alerts', { as: bo.api })]);
    for (const page of [hers, his]) page.on('load', () => (loads += 1));
  });
  afterAll(async () => {
    await screens.close();
    await stage.leave();
  });

  chapter('see a new alert group at once', async () => {
    await Promise.all([waitForText(hers, 'All quiet'), waitForText(his, 'All quiet')]);
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    await Promise.all([waitForText(rowOf(hers, 1), 'DiskFull on db-1'), waitForText(rowOf(his, 1), 'DiskFull on db-1')]);
    await Promise.all([waitForText(rowOf(hers, 1), /^Notifying you/), waitForText(rowOf(his, 1), /^Notifying Ana/)]);
  });

  chapter('see who has it the moment one of them acknowledges', async () => {
    await rowOf(his, 1).getByRole('link').click();
    await his.getByRole('button', { name: 'Acknowledge' }).click();
    await waitForText(his, 'You acknowledged');
    await waitForText(rowOf(hers, 1), 'Bo acknowledged');
    await waitForText(hers.getByRole('region', { name: 'Acknowledged' }), 'DiskFull on db-1');
  });

  chapter('see it change on an open group too: the ladder, the timeline and the one button', async () => {
    await rowOf(hers, 1).getByRole('link').click();
    await hers.getByRole('button', { name: 'Join Bo' }).click();
    await waitForText(his, 'You acknowledged, with Ana');
    await waitForText(his.getByRole('region', { name: 'Timeline' }), 'Ana joined.');
    await hers.getByRole('button', { name: 'Resolve' }).waitFor();
    await hers.goBack();
  });

  chapter('see it go when its sender says that it is over', async () => {
    await waitForText(rowOf(hers, 1), 'Bo acknowledged');
    await hers.mouse.move(0, 0);
    await stage.alertmanager('resolved', [{ name: 'DiskFull' }]);
    await waitForText(his, 'Resolved by its source');
    await waitForText(hers, 'All quiet');
    expect(loads).toBe(0);
  });
});
