import type { Page } from 'playwright-core';
import {
  eventually,
  sendCommand,
  storyInBrowser,
  waitForGone,
  rowOf,
  waitForText,
  Screens,
  waitForValue,
} from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('an alert group that is silenced', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let list: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.setPolicy([{ page: [stage.ana] }]);
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/alerts/1', { as: stage.ana.api });
    list = await screens.visit('/alerts', { as: stage.ana.api });
    await rowOf(list, 1).waitFor();
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('is silenced by its labels, and stands in the list as suppressed, until when', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /^Silence…/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Silence alerts' });
    await waitForValue(dialog.getByLabel('Value of condition 1'), 'DiskFull');
    await dialog.getByLabel('Comment').fill('Database move');
    await dialog.getByRole('button', { name: 'Start silence' }).click();
    await waitForGone(dialog);
    await waitForText(list, /^Suppressed until /);
    await waitForText(page.getByRole('main'), /Suppressed: a silence mutes everything that fires/);
  });

  chapter('is seen with its silence, which is ended there', async () => {
    await page.goto(screens.at('/silences'));
    await waitForText(page, /alertname = DiskFull/);
    await waitForText(page, /Database move/);
    await page.getByRole('button', { name: 'End the silence' }).click();
    await page.getByRole('button', { name: 'End silence', exact: true }).click();
    await waitForText(page, 'Nothing is silenced.');
    await waitForText(list, /^Settling until /);
  });

  chapter('fires again five minutes later, and is silenced with two keys', async () => {
    await stage.advance('PT6M');
    expect(await stage.getGroup()).toMatchObject({ status: 'firing' });
    await page.goto(screens.at('/alerts/1'));
    await page.getByRole('button', { name: 'More actions' }).waitFor();
    await page.keyboard.press('q');
    const dialog = page.getByRole('dialog', { name: 'Silence alerts' });
    const startButton = dialog.getByRole('button', { name: 'Start silence' });
    await eventually(page, async () => expect(await startButton.evaluate('document.activeElement?.textContent')).toBe('Start silence'));
    await sendCommand(page, 'StartSilence', () => page.keyboard.press('Enter'));
    await waitForGone(dialog);
    await stage.settle();
    expect(await stage.getGroup()).toMatchObject({ status: 'suppressed' });
  });

  chapter('begins with its condition on the screen of silences, also the second time: the team is chosen', async () => {
    await page.goto(screens.at('/silences'));
    const dialog = page.getByRole('dialog', { name: 'Silence alerts' });
    const teamField = dialog.getByRole('combobox', { name: 'Team' });
    for (const _time of [1, 2]) {
      await page.getByRole('button', { name: 'New silence' }).click();
      await eventually(page, async () => expect(await teamField.inputValue()).not.toBe(''));
      expect(await dialog.getByLabel('Name of condition 1').evaluate('document.activeElement?.getAttribute("aria-label")')).toBe(
        'Name of condition 1',
      );
      await page.keyboard.press('Escape');
      await waitForGone(dialog);
    }
  });
});
