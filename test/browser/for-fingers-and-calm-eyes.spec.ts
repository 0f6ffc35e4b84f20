import type { Page } from 'playwright-core';
import { describeInBrowser, phone, rowOf, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const listMovingElements = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`document.getAnimations().filter((one) => one.playState === 'running').map((one) => one.effect.target.outerHTML)`);

/** In pixels, of every one that is shown. */
const measureHeights = (page: Page, selector: string): Promise<readonly (readonly [string, number])[]> =>
  page.evaluate(`[...document.querySelectorAll('${selector}')].filter((one) => one.checkVisibility())
    .map((one) => [one.textContent.trim(), Math.round(one.getBoundingClientRect().height)])`);

describeInBrowser('for fingers, and eyes that want calm', () => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    for (const summary of ['Payments are down', 'Disk is full', 'Search is slow']) await stage.generic({ summary, key: summary });
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup(2)).id });
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/alerts', { as: stage.ana.api, size: phone });
    await rowOf(page, 3).waitFor();
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  it('with reduced motion, nothing moves in a busy list, beside a banner and a spinner', async () => {
    await page.route('**/api/commands/**', () => undefined);
    await page.goto(screens.at('/alerts/1'));
    await page
      .getByRole('button', { name: /^Acknowledge/ })
      .first()
      .click();
    await page.locator('[aria-busy=true]').first().waitFor();
    expect(await listMovingElements(page)).toEqual([]);
    await page.goto(screens.at('/alerts'));
    await rowOf(page, 3).waitFor();
    expect(await listMovingElements(page)).toEqual([]);
    await page.unrouteAll();
  });

  it('without reduced motion, something moves', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.route('**/api/views**', () => undefined);
    await page.goto(screens.at('/people'));
    await page.getByLabel('Loading', { exact: true }).first().waitFor();
    expect(await listMovingElements(page)).not.toEqual([]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await listMovingElements(page)).toEqual([]);
    await page.unrouteAll();
  });

  it('main acts and the ways to other screens are 44 pixels tall on a phone', async () => {
    await page.goto(screens.at('/alerts/1'));
    await waitForText(page, /Notifying you/);
    const act = page.getByRole('button', { name: /^Acknowledge/ }).first();
    expect((await act.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    const linkHeights = await measureHeights(page, 'nav[aria-label=Main] a');
    expect(linkHeights.length).toBeGreaterThanOrEqual(4);
    expect(linkHeights.filter(([, height]) => height < 44)).toEqual([]);
  });

  it('a state is a word too, not a colour alone', async () => {
    await page.goto(screens.at('/alerts'));
    await waitForText(rowOf(page, 1).locator('.sr-only'), 'Unacknowledged, high urgency');
    await waitForText(rowOf(page, 2).locator('.sr-only'), 'Acknowledged, high urgency');
  });
});
