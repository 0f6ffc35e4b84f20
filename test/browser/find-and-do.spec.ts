// browser: short
import type { Page } from 'playwright-core';
import { storyInBrowser, rowOf, waitForText, Screens, waitForValue } from '@tocsin/testing/browser/browser.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

storyInBrowser('find and do', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let bo: Player;
  const palette = () => page.getByRole('dialog', { name: 'Quick search' });
  const find = async (words: string, option: string | RegExp): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(words);
    await palette().getByRole('option', { name: option }).first().waitFor();
  };
  /** Presses Enter on the marked entry: the first one, once all results have loaded. */
  const choose = async (words: string, option: string | RegExp): Promise<void> => {
    await find(words, option);
    await palette().getByRole('option', { name: option, selected: true }).waitFor();
    await page.keyboard.press('Enter');
  };

  beforeAll(async () => {
    stage = await Stage.begin();
    bo = await stage.addPerson('Bo');
    await stage.setPolicy([{ page: [stage.ana], wait: 15 }, { page: [bo] }]);
    for (const summary of ['Disk is full on db-1', 'Payments are slow']) await stage.generic({ summary, key: summary });
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/alerts', { as: stage.ana.api });
    await rowOf(page, 2).waitFor();
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('answers who is paged for a service, and leads there', async () => {
    await choose('who is paged', /Who is paged for .* Ana, after 15 min Bo/);
    await waitForText(page, 'If no one acknowledges');
  });

  chapter('finds an alert group by its words, and opens it', async () => {
    await choose('disk db-1', /#1 Disk is full on db-1/);
    await page.getByRole('heading', { level: 1, name: 'Disk is full on db-1' }).waitFor();
  });

  chapter('does what this screen can do', async () => {
    await choose('acknowledge', /Acknowledge \(#1\)/);
    await waitForText(page.getByRole('main'), 'You acknowledged.');
    await stage.settle();
    expect((await stage.getGroup(1)).status).toBe('acknowledged');
  });

  chapter('acknowledges another group from anywhere', async () => {
    await find('acknowledge payments', /Acknowledge #2 Payments are slow/);
    await palette()
      .getByRole('option', { name: /Acknowledge #2/ })
      .click();
    await palette().waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await waitForText(rowOf(page, 2), 'You acknowledged');
  });

  chapter('pages a person by typing their name', async () => {
    await choose('page bo', 'Page Bo…');
    const dialog = page.getByRole('dialog', { name: 'Page someone' });
    await waitForValue(dialog.getByRole('combobox', { name: 'Person or service' }), 'Bo');
    await dialog.getByLabel('What is wrong').fill('Need a second pair of eyes');
    await dialog.getByRole('button', { name: 'Page them' }).click();
    await waitForText(page, 'Paging them now');
    await dialog.waitFor({ state: 'detached' });
  });

  chapter('goes to a screen by two keys, and to nowhere by one', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('heading', { level: 1, name: 'Services' }).waitFor();
  });

  chapter('says so where nothing is called that, and leaves with Escape', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('qqqqq');
    await waitForText(palette(), 'No results.');
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });
  });

  chapter('knows on every screen what rings me, and whether it can', async () => {
    const duty = page.getByRole('region', { name: 'How you are paged' });
    await waitForText(duty, /You’re first to be paged for/);
    await waitForText(duty, /webhook at once/);
  });
});
