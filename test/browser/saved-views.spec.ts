import type { Page } from 'playwright-core';
import { storyInBrowser, waitForGone, phone, rowOf, waitForText, waitForNoText, Screens } from '@tocsin/testing/browser/browser.js';
import { clearDate, typeDate } from '@tocsin/testing/browser/date-fields.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

storyInBrowser('what I look at often', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let bo: Player;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    bo = await stage.addPerson('Bo');
    await stage.generic({ summary: 'Payments are down', key: 'payments' });
    await stage.generic({ summary: 'Disk is full', key: 'disk', severity: 'info' });
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/alerts', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const readFilters = (): string => new URL(page.url()).search;

  chapter('is in the address, and is there again when I come back', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Urgency' }).selectOption('high');
    await page.getByRole('button', { name: 'Remove the filter Urgency' }).waitFor();
    await page.getByRole('searchbox').fill('pay');
    await page.waitForURL(/q=pay/);
    await rowOf(page, 1).getByRole('link').click();
    await waitForText(page, /Notifying you|Notifies you/);
    await page.goBack();
    await rowOf(page, 1).waitFor();
    expect(readFilters()).toBe('?urgency=high&q=pay');
    await waitForGone(rowOf(page, 2));
  });

  chapter('is saved under a name, for me alone, in every browser of mine', async () => {
    await page.getByRole('button', { name: 'Save this search' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Money, loud');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await waitForNoText(page, 'Save this search');
    const anasPhonePage = await screens.visit('/alerts', { as: stage.ana.api, size: phone });
    await anasPhonePage.getByRole('link', { name: 'Money, loud', exact: true }).tap();
    await anasPhonePage.waitForURL(/urgency=high&q=pay/);
    await rowOf(anasPhonePage, 1).waitFor();
    await anasPhonePage.context().close();
    const bosPage = await screens.visit('/alerts', { as: bo.api });
    await rowOf(bosPage, 1).waitFor();
    expect(await bosPage.getByText('Money, loud').count()).toBe(0);
    const { searches } = await bo.api.row('contacts', stage.ana.personId);
    expect(searches).toBeUndefined();
    await bosPage.context().close();
  });

  chapter('is by the days on which it was opened, too, which the address and a saved view keep', async () => {
    await page.goto(screens.at('/alerts'));
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const openedFilter = page.getByLabel('Opened', { exact: true });
    await openedFilter.selectOption({ label: 'Opened in 7 days' });
    await page.waitForURL(/\?opened=7d$/);
    await rowOf(page, 1).waitFor();
    await page.getByRole('button', { name: 'Save this search' }).waitFor();
    await openedFilter.selectOption({ label: 'Opened between…' });
    await typeDate(page.getByRole('group', { name: 'Opened from', exact: true }), '2020-01-01');
    await typeDate(page.getByRole('group', { name: 'Opened until', exact: true }), '2020-01-31');
    await waitForText(page, 'Nothing matches.');
    await page.reload();
    await waitForText(page, 'Nothing matches.');
    expect(readFilters()).toBe('?opened=2020-01-01..2020-01-31');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await clearDate(page.getByRole('group', { name: 'Opened until', exact: true }));
    await rowOf(page, 1).waitFor();
    // groups opened meanwhile match as well
    await stage.generic({ summary: 'Search is down', key: 'search' });
    await rowOf(page, 3).waitFor();
    await page.goto(screens.at('/alerts?urgency=high&q=pay'));
    await rowOf(page, 1).waitFor();
  });

  chapter('is left by a second press, and taken out by a press on its cross', async () => {
    const chip = page.getByRole('link', { name: 'Money, loud', exact: true });
    await chip.click();
    await rowOf(page, 2).waitFor();
    await chip.click();
    await waitForNoText(rowOf(page, 2), 'Disk is full');
    await page.getByRole('button', { name: 'Remove the saved search Money, loud' }).click();
    await waitForNoText(page, 'Money, loud');
    expect((await stage.getRow('contacts', stage.ana.personId)).searches).toEqual([]);
  });
});
