import type { Page } from 'playwright-core';
import { storyInBrowser, waitForLive, rowOf, waitForText, waitForNoText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('the list by keyboard', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  const readFocusedText = (): Promise<string | null> => page.locator(':focus').textContent();
  const pressKeys = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) await page.keyboard.press(name);
  };

  beforeAll(async () => {
    stage = await Stage.begin();
    for (const name of ['Api', 'Billing', 'Cache']) {
      await stage.generic({ summary: `${name} is slow`, key: name });
      await stage.advance('PT1M');
    }
    screens = await Screens.open(() => stage.tocsin.url, 'whole');
    page = await screens.visit('/alerts', { as: stage.ana.api });
    await waitForText(rowOf(page, 3), 'Cache is slow');
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('goes down with j, up with k, and stays at the ends', async () => {
    await pressKeys('j');
    expect(await readFocusedText()).toBe('#3Cache is slow');
    await pressKeys('j', 'j', 'j');
    expect(await readFocusedText()).toBe('#1Api is slow');
    await pressKeys('k');
    expect(await readFocusedText()).toBe('#2Billing is slow');
  });

  chapter('opens with Enter', async () => {
    await pressKeys('Enter');
    await page.getByRole('heading', { level: 1, name: 'Billing is slow' }).waitFor();
    await page.goBack();
    await waitForText(rowOf(page, 2), 'Billing is slow');
  });

  chapter('lists its keys with ?, and Escape leads back', async () => {
    await pressKeys('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await waitForText(dialog, 'next row');
    await waitForText(dialog, 'go to Services');
    await pressKeys('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  chapter('searches with /, while letters are only letters; the address keeps it', async () => {
    await pressKeys('/');
    await page.keyboard.type('bar');
    await waitForText(page, /Nothing matches/);
    await page.getByRole('searchbox').fill('bill');
    await rowOf(page, 3).waitFor({ state: 'detached' });
    await rowOf(page, 2).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('bill');
    await page.getByRole('searchbox').fill('');
    await rowOf(page, 3).waitFor();
    await pressKeys('Escape');
    expect((await stage.listGroups()).map(({ status }) => status)).toEqual(['firing', 'firing', 'firing']);
  });

  chapter('drops no letter of a person who types as slowly as it searches', async () => {
    const search = page.getByRole('searchbox');
    await search.pressSequentially('billing', { delay: 190 });
    await rowOf(page, 3).waitFor({ state: 'detached' });
    await page.waitForURL(/q=billing$/);
    expect(await search.inputValue()).toBe('billing');
    await search.fill('');
    await rowOf(page, 3).waitFor();
    await pressKeys('Escape');
  });

  chapter('selects with x, forgets with Escape', async () => {
    await pressKeys('j', 'x');
    const bar = page.getByRole('toolbar', { name: 'Selected alert groups' });
    await waitForText(bar, '1 selected');
    await pressKeys('Escape');
    await bar.waitFor({ state: 'detached' });
  });

  chapter('acknowledges all that is selected with a, and takes it back by one press', async () => {
    await pressKeys('j', 'x', 'j', 'x', 'a');
    await waitForText(page.getByRole('region', { name: 'Messages' }), /^Acknowledged #\d, #\d$/);
    await waitForText(rowOf(page, 1), 'You acknowledged');
    await waitForText(rowOf(page, 2), 'You acknowledged');
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForNoText(rowOf(page, 1), 'You acknowledged');
    await waitForNoText(rowOf(page, 2), 'You acknowledged');
    expect((await stage.listGroups()).map(({ status }) => status)).toEqual(['firing', 'firing', 'firing']);
  });

  chapter('resolves the row it stands on with r', async () => {
    await page.reload();
    await waitForLive(page);
    await waitForText(rowOf(page, 3), 'Cache is slow');
    await pressKeys('j', 'r');
    await waitForText(page.getByRole('region', { name: 'Messages' }), 'Resolved #3');
    await waitForText(rowOf(page, 3), 'Resolved by you');
    expect((await stage.getGroup(3)).status).toBe('resolved');
  });

  chapter('acknowledges an open group with a, and resolves it with r after asking whether that is meant', async () => {
    await rowOf(page, 2).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Billing is slow' }).waitFor();
    await pressKeys('a');
    await waitForText(page.locator('header'), 'You acknowledged');
    await pressKeys('r');
    await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
    await waitForText(page, 'Resolved by you');
  });
});
