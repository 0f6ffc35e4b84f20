import type { Page } from 'playwright-core';
import {
  eventually,
  storyInBrowser,
  waitForGone,
  phone,
  rowOf,
  waitForText,
  waitForNoText,
  Screens,
} from '@tocsin/testing/browser/browser.js';
import { typeDate } from '@tocsin/testing/browser/date-fields.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

storyInBrowser('an alert group that is snoozed', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let bo: Player;
  let page: Page;
  let list: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    bo = await stage.addPerson('Bo');
    await stage.setPolicy([{ page: [stage.ana, bo] }]);
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/alerts/1', { as: stage.ana.api });
    list = await screens.visit('/alerts', { as: bo.api });
    await rowOf(list, 1).waitFor();
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('shows who snoozed it and until when, here and in another person’s list', async () => {
    await page.keyboard.press('z');
    const dialog = page.getByRole('dialog', { name: 'Snooze #1' });
    await dialog.getByRole('button', { name: '1 h', exact: true }).click();
    await waitForGone(dialog);
    await waitForText(page.getByRole('main'), /You snoozed until /);
    await waitForText(list, /^Ana snoozed until /);
    await waitForText(list, 'Snoozed');
  });

  chapter('is undone in place, and fires again', async () => {
    await page.keyboard.press('u');
    await waitForNoText(page.getByRole('main'), /You snoozed until/);
    expect(await stage.getGroup()).toMatchObject({ status: 'firing' });
  });

  chapter('takes a time of one’s own, and says what is wrong with one that is too far ahead', async () => {
    await page.getByRole('button', { name: /^Snooze…/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Snooze #1' });
    await typeDate(dialog.getByRole('group', { name: 'Until', exact: true }), '2039-01-01T10:00');
    await dialog.getByRole('button', { name: 'Snooze until then' }).click();
    await waitForText(page, 'With high urgency, a snooze can last at most 24 h.');
    await dialog.getByRole('button', { name: '30 min' }).click();
    await waitForGone(dialog);
    await waitForText(page.getByRole('main'), /You snoozed until /);
  });

  chapter('is given its end in words: a letter in the field begins them, and Enter takes what they mean', async () => {
    await page.getByRole('button', { name: /^Snooze…/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Snooze #1' });
    const field = dialog.getByRole('group', { name: 'Until', exact: true });
    await field.getByRole('spinbutton').first().focus();
    await page.keyboard.type('tomorrow 9');
    await waitForText(field, /, 09:00$/);
    await page.keyboard.press('Enter');
    await waitForText(field, /^\d\d\/\d\d\/\d{4}.*09:00/);
    // the day may also be typed as such, before the name of its month
    await page.keyboard.type('28mar 10:30');
    await waitForText(field, /28 Mar \d{4}, 10:30$/);
    await page.keyboard.press('Escape');
    await waitForText(field, /^\d\d\/\d\d\/\d{4}.*09:00/);
    await dialog.getByRole('button', { name: /Calendar/ }).click();
    await page.getByRole('button', { name: 'Type it, as “tomorrow 9”' }).click();
    await eventually(page, async () =>
      expect(await page.evaluate('document.activeElement?.getAttribute("aria-label")')).toMatch(/in words/i),
    );
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await waitForGone(dialog);
  });

  chapter('is given its end in a calendar, by mouse and by keyboard', async () => {
    await page.getByRole('button', { name: /^Snooze…/ }).click();
    const dialog = page.locator('dialog', { hasText: 'Snooze until then' });
    const [opener, month] = [dialog.getByRole('button', { name: /Calendar/ }), page.getByRole('grid')];
    const chosen = () => dialog.locator('[role=spinbutton][data-placeholder]').count();
    // what lies above it would take the click
    await opener.click();
    await month.getByRole('button', { disabled: false }).last().click();
    await waitForGone(month);
    await eventually(page, async () => expect(await chosen()).toBe(0));
    await page.keyboard.press('Escape');
    await waitForGone(dialog);

    await page.getByRole('button', { name: /^Snooze…/ }).click();
    await opener.focus();
    await page.keyboard.press('Enter');
    await month.waitFor();
    // only the calendar closes
    await page.keyboard.press('Escape');
    await waitForGone(month);
    await opener.focus();
    await page.keyboard.press('Enter');
    await month.waitFor();
    await page.keyboard.press('Enter');
    await waitForGone(month);
    await eventually(page, async () => expect(await chosen()).toBe(0));
    await page.keyboard.press('Escape');
    await waitForGone(dialog);
  });

  chapter('is shown by its own filter', async () => {
    const other = await screens.visit('/alerts?state=snoozed', { as: bo.api });
    await rowOf(other, 1).waitFor();
    await other.goto(screens.at('/alerts?state=firing'));
    await waitForText(other, 'Nothing matches.');
    await other.context().close();
  });

  chapter('is acknowledged with the one button', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Acknowledge' }).click();
    await waitForText(page.getByRole('main'), /You acknowledged/);
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged' });
  });

  chapter('is snoozed for 30 minutes by the link in a page, without a session', async () => {
    await stage.settleFully();
    await stage.generic({ summary: 'Memory is full', key: 'memory' });
    const { link } = await bo.phone.waitFor(({ title }) => title === 'Memory is full');
    const linkPage = await screens.visit(new URL(link).pathname, { size: phone });
    await linkPage.getByRole('button', { name: 'Snooze 30 min' }).click();
    await waitForText(linkPage, /You snoozed until /);
    await linkPage.getByRole('button', { name: 'Acknowledge' }).waitFor();
    await linkPage.context().close();
  });
});
