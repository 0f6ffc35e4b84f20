import type { Page } from 'playwright-core';
import { storyInBrowser, rowOf, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

storyInBrowser('two people at two browsers', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let bo: Player;
  let anasPage: Page;
  let bosPage: Page;
  let loads = 0;

  beforeAll(async () => {
    stage = await Stage.begin();
    bo = await stage.addPerson('Bo');
    screens = await Screens.open(() => stage.tocsin.url, 'whole');
    [anasPage, bosPage] = await Promise.all([screens.visit('/alerts', { as: stage.ana.api }), screens.visit('/alerts', { as: bo.api })]);
    for (const page of [anasPage, bosPage]) page.on('load', () => (loads += 1));
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('see a new alert group at once', async () => {
    await Promise.all([waitForText(anasPage, 'All quiet'), waitForText(bosPage, 'All quiet')]);
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    await Promise.all([waitForText(rowOf(anasPage, 1), 'DiskFull on db-1'), waitForText(rowOf(bosPage, 1), 'DiskFull on db-1')]);
    await Promise.all([waitForText(rowOf(anasPage, 1), /^Notifying you/), waitForText(rowOf(bosPage, 1), /^Notifying Ana/)]);
  });

  chapter('see who has it the moment one of them acknowledges', async () => {
    await rowOf(bosPage, 1).getByRole('link').click();
    // the list has buttons of this name too, until the group is there
    await bosPage.getByRole('button', { name: 'Acknowledge', exact: true }).click();
    await waitForText(bosPage, 'You acknowledged');
    await waitForText(rowOf(anasPage, 1), 'Bo acknowledged');
    await waitForText(anasPage.getByRole('region', { name: 'Acknowledged' }), 'DiskFull on db-1');
  });

  chapter('see it change on an open group too: the ladder, the timeline and the one button', async () => {
    await rowOf(anasPage, 1).getByRole('link').click();
    await anasPage.getByRole('button', { name: 'Join Bo' }).click();
    await waitForText(bosPage, 'You acknowledged, with Ana');
    await waitForText(bosPage.getByRole('region', { name: 'Timeline' }), 'Ana joined.');
    await anasPage.getByRole('button', { name: 'Resolve' }).waitFor();
    await anasPage.goBack();
  });

  chapter('see it go when its sender says that it is over', async () => {
    await waitForText(rowOf(anasPage, 1), 'Bo acknowledged');
    await anasPage.mouse.move(0, 0);
    await stage.alertmanager('resolved', [{ name: 'DiskFull' }]);
    await waitForText(bosPage, 'Resolved by its source');
    await waitForText(anasPage, 'All quiet');
    expect(loads).toBe(0);
  });
});
