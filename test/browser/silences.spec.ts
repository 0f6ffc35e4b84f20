import type { Page } from 'playwright-core';
import {
  chooseTyped,
  eventually,
  phone,
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
    await waitForText(page, 'suppresses 1 group');
    const [before] = await stage.ana.api.list('silences');
    await sendCommand(page, 'ChangeSilenceEnd', () => page.getByRole('button', { name: 'Extend 2 h' }).click());
    await stage.settle();
    const [after] = await stage.ana.api.list('silences');
    expect(Date.parse(after!.until) - Date.parse(before!.until)).toBe(2 * 3_600_000);
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

  /** As a group of its own. */
  const fire = (name: string) => stage.alertmanager('firing', [{ name }], { groupKey: `{}:{alertname="${name}"}` });
  const startFrom = async (on: Page) => {
    const dialog = on.getByRole('dialog', { name: 'Silence alerts' });
    const startButton = dialog.getByRole('button', { name: 'Start silence' });
    await eventually(on, async () => expect(await startButton.evaluate('document.activeElement?.textContent')).toBe('Start silence'));
    await sendCommand(on, 'StartSilence', () => on.keyboard.press('Enter'));
    await waitForGone(dialog);
    await stage.settle();
  };

  chapter('is silenced from its row in the list with the same two keys, which the help names', async () => {
    await fire('NetDown');
    expect(await stage.getGroup(2)).toMatchObject({ status: 'firing' });
    await list.goto(screens.at('/alerts'));
    await rowOf(list, 2).getByRole('link').focus();
    await list.keyboard.press('?');
    await waitForText(list, 'silence the row');
    await list.keyboard.press('Escape');
    await rowOf(list, 2).getByRole('link').focus();
    await list.keyboard.press('q');
    await waitForValue(list.getByRole('dialog').getByLabel('Value of condition 1'), 'NetDown');
    await startFrom(list);
    expect(await stage.getGroup(2)).toMatchObject({ status: 'suppressed' });
  });

  chapter('is silenced on a phone by the menu of its row, and acknowledged there', async () => {
    await fire('FanStopped');
    await fire('LinkLost');
    const onPhone = await screens.visit('/alerts', { as: stage.ana.api, size: phone });
    const menu = (number: number) => onPhone.getByRole('button', { name: `More actions for #${number}` });
    await menu(3).click();
    await onPhone.getByRole('dialog').getByRole('button', { name: 'Silence…' }).click();
    await waitForValue(onPhone.getByRole('dialog').getByLabel('Value of condition 1'), 'FanStopped');
    await startFrom(onPhone);
    expect(await stage.getGroup(3)).toMatchObject({ status: 'suppressed' });
    await menu(4).click();
    await onPhone.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
    await waitForText(onPhone, 'Acknowledged #4');
    expect(await onPhone.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  chapter('is what Why names to whoever was not paged: whose silence, and until when', async () => {
    const { teamId } = stage.setUpAnswer;
    const matchers = [{ label: 'alertname', operator: '=' as const, value: 'DiskSlow' }];
    const until = await stage.advance('PT0S').then((now) => new Date(Date.parse(now) + 3_600_000).toISOString());
    await stage.ana.api.run('StartSilence', { teamId, matchers, until, comment: 'db move' });
    await fire('DiskSlow');
    await page.goto(screens.at('/alerts/5'));
    const section = page.getByRole('region', { name: 'Why (not) paged?' });
    await chooseTyped(section, 'Person', 'Ana');
    await waitForText(section, /^You were not paged: Your silence “db move”, until .*\d\d:\d\d\.$/);
  });
});
