// browser: short
import type { Page } from 'playwright-core';
import {
  chooseTyped,
  storyInBrowser,
  waitForGone,
  waitForLive,
  phone,
  rowOf,
  waitForText,
  waitForNoText,
  Screens,
  eventually,
} from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('working through the list', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.generic({ summary: 'The disk is full', key: 'disk', severity: 'critical' });
    await stage.generic({ summary: 'A certificate ends soon', key: 'certificate', severity: 'info' });
    await stage.generic({ summary: 'The queue is long', key: 'queue', severity: 'critical' });
    screens = await Screens.open(() => stage.tocsin.url, 'whole');
    page = await screens.visit('/alerts', { as: stage.ana.api });
    await rowOf(page, 3).waitFor();
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const readOrder = (): Promise<readonly string[]> => page.locator('li[data-id] a[data-row] span').allTextContents();

  chapter('shows high urgency first, the newest of them at the top', async () => {
    expect(await readOrder()).toEqual(['#3', '#1', '#2']);
    await page.getByRole('region', { name: 'Unacknowledged, low urgency' }).getByText('A certificate ends soon').waitFor();
  });

  chapter('has room: about 1,200 pixels, and says one name once', async () => {
    const { width } = (await rowOf(page, 1).boundingBox())!;
    expect(width).toBeGreaterThan(1_130);
    await waitForText(rowOf(page, 1), /^Notifying you$/);
    await waitForText(rowOf(page, 1), /^again \d/);
  });

  chapter('acknowledges the row under the pointer; u undoes it', async () => {
    await rowOf(page, 1).hover();
    await rowOf(page, 1).getByRole('button', { name: 'Acknowledge #1' }).click();
    await waitForText(rowOf(page, 1), 'You acknowledged');
    await page.keyboard.press('u');
    await waitForNoText(rowOf(page, 1), 'You acknowledged');
  });

  chapter('selects all that is shown, acts on it, and undoes it as one', async () => {
    await rowOf(page, 2).hover();
    await page.getByLabel('Select #2').check();
    const bar = page.getByRole('toolbar', { name: 'Selected alert groups' });
    await bar.getByRole('button', { name: 'Select all 3' }).click();
    await waitForText(bar, '3 selected');
    await page.keyboard.press('a');
    for (const number of [1, 2, 3]) await waitForText(rowOf(page, number), 'You acknowledged');
    await page.keyboard.press('u');
    for (const number of [1, 2, 3]) await waitForNoText(rowOf(page, number), 'You acknowledged');
  });

  chapter('filters by what is assigned to me and by team, kept in the address', async () => {
    const [group] = await stage.listGroups();
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: group!.id });
    await page.mouse.move(5, 5);
    await page.getByRole('radio', { name: 'Mine' }).check();
    await waitForGone(page.locator('li[data-id]').nth(1));
    expect(page.url()).toContain('assignee=me');
    await page.getByRole('radio', { name: 'Open' }).check();
    await page.locator('li[data-id]').nth(2).waitFor();
    await stage.ana.api.run('CreateTeam', { name: 'Search', description: '' });
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await chooseTyped(page, 'Team', 'Search');
    await waitForText(page, 'Nothing matches');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.locator('li[data-id]').nth(2).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  chapter('is grouped by service, alert name or team, for this person in every browser', async () => {
    await page.getByRole('button', { name: 'Group by state' }).click();
    await page.getByRole('menuitem', { name: 'Group by alert name' }).click();
    const heading = page.getByRole('button', { name: 'The disk is full', exact: true });
    await heading.waitFor();
    await waitForText(page.getByRole('region', { name: /^The disk is full: / }), 'The disk is full');
    await rowOf(page, 1).waitFor();
    await heading.click();
    await waitForGone(rowOf(page, 1));
    const otherPage = await screens.visit('/alerts', { as: stage.ana.api });
    await otherPage.getByRole('button', { name: 'Group by alert name' }).waitFor();
    await otherPage.context().close();
    await page.getByRole('button', { name: 'Group by alert name' }).click();
    await page.getByRole('menuitem', { name: 'Group by state' }).click();
    await rowOf(page, 1).waitFor();
    expect((await stage.getRow('contacts', stage.ana.personId)).searches ?? []).toEqual([]);
  });

  chapter('is peeked at by the space bar, and moves with j and k', async () => {
    await page.setViewportSize({ width: 1500, height: 900 });
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    await page.getByRole('complementary', { name: 'Peek at #3' }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('complementary', { name: 'Peek at #2' }).waitFor();
    await page.keyboard.press('Space');
    await waitForGone(page.getByRole('complementary', { name: /Peek/ }));
    await page.keyboard.press('Escape');
  });

  chapter('offers what is resolved where nothing open matches', async () => {
    await stage.generic({ summary: 'The lamp was dark', key: 'lamp', severity: 'info' });
    const lamp = (await stage.listGroups()).find(({ title }) => title === 'The lamp was dark');
    await stage.ana.api.run('ResolveAlertGroup', { groupId: lamp!.id });
    await page.getByRole('searchbox').fill('lamp');
    await waitForText(page, 'Nothing matches');
    await page.getByRole('button', { name: 'Search resolved' }).click();
    await rowOf(page, lamp!.number).waitFor();
  });

  chapter('acknowledges by a swipe to the right on a phone, and not by a short one', async () => {
    const phonePage = await screens.visit('/alerts', { as: stage.ana.api, size: phone });
    await waitForLive(phonePage);
    const row = rowOf(phonePage, 3);
    await row.waitFor();
    const touch = await phonePage.context().newCDPSession(phonePage);
    const swipe = async (distance: number): Promise<void> => {
      const { x, y, height } = (await row.boundingBox())!;
      const touchPointsAt = (dx: number) => [{ x: x + 60 + dx, y: y + height / 2 }];
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: touchPointsAt(0) });
      for (const part of [0.1, 0.3, 0.6, 1])
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: touchPointsAt(distance * part) });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await eventually(phonePage, async () => expect(await row.getAttribute('data-swipes')).not.toBeNull());
    await swipe(40);
    expect(new URL(phonePage.url()).pathname).toBe('/alerts');
    await waitForNoText(row, 'You acknowledged');
    await swipe(180);
    await waitForText(row, 'You acknowledged');
    expect(new URL(phonePage.url()).pathname).toBe('/alerts');
    await phonePage.context().close();
  });
});
