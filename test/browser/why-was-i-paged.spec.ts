// browser: short
import type { Locator, Page } from 'playwright-core';
import { chooseTyped, storyInBrowser, phone, rowOf, waitForText, Screens, eventually } from '@tocsin/testing/browser/browser.js';
import { typeDate } from '@tocsin/testing/browser/date-fields.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('why somebody was paged', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.addPerson('Bo');
    await stage.setPolicy([{ page: [stage.ana] }]);
    await stage.generic({ summary: 'Search is down', key: 'search' });
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/alerts/1', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const part = (scope: Page | Locator, name: string): Locator => scope.getByRole('region', { name, exact: true });
  const timeline = (): Locator => part(page, 'Timeline');
  const whyRegion = (): Locator =>
    timeline().locator('[aria-live] li', { hasText: 'to Ana delivered.' }).getByRole('button', { name: 'Causes and effects' });

  chapter('is told in the timeline of the alert group, up to the signal', async () => {
    await timeline().getByRole('button', { name: 'Show all' }).click();
    await whyRegion().click();
    const causes = part(timeline(), 'Causes');
    await waitForText(causes, /: sending/);
    await waitForText(causes, /Opened #1/);
    await waitForText(causes, /reported 1 firing alert/);
    await waitForText(causes, 'This came from outside Tocsin.');
    await waitForText(part(timeline(), 'Effects'), 'No effects.');
    await whyRegion().click();
  });

  chapter('leads to the event in the history, which stands there on top, unfolded, also after a reload', async () => {
    await whyRegion().click();
    await part(timeline(), 'Causes')
      .getByRole('link', { name: /reported 1 firing alert/ })
      .click();
    const line = page.getByRole('main').locator('ol > li').first();
    await waitForText(line, 'Alert received');
    expect(await line.getByRole('button', { name: 'Alert received' }).getAttribute('aria-expanded')).toBe('true');
    await page.reload();
    await waitForText(line, 'Alert received');
    await waitForText(part(line, 'Causes'), 'This came from outside Tocsin.');
  });

  chapter('is followed from the signal down to the attempt, by keyboard alone', async () => {
    const line = page.getByRole('main').locator('ol > li').first();
    const below = part(line, 'Effects');
    for (const name of [/Opened #1/, /^Effects: .* to Ana at once/]) {
      const unfold = below.getByRole('button', { name }).first();
      await unfold.focus();
      await page.keyboard.press('Enter');
      await eventually(page, async () => expect(await unfold.getAttribute('aria-expanded')).toBe('true'));
    }
    await waitForText(below, /: sending/);
    await below.getByRole('link', { name: 'Alert group #1' }).first().click();
    await waitForText(page, 'Search is down');
  });

  chapter('says what one decision recorded together, and leads back to the newest', async () => {
    await page.goto(screens.at('/history?type=AlertGroupOpened'));
    await page.getByRole('button', { name: /opened #1/ }).click();
    await waitForText(part(page, 'Recorded together with'), /Ana was paged/);
    await part(page, 'Causes').getByRole('link').first().click();
    const newest = page.getByRole('button', { name: 'Show the newest events' });
    await newest.click();
    await newest.waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('event')).toBeNull();
  });

  chapter('says what is not indexed yet, and shows it once it is', async () => {
    let isIndexed = false;
    await page.route(/\/api\/events\/\d+\/(causes|effects)/, async (route) => {
      if (isIndexed) return route.continue();
      const json = route.request().url().includes('causes')
        ? { events: [], next: null, missing: 'not yet' }
        : { events: [], next: null, complete: false, together: [] };
      return route.fulfill({ json });
    });
    await page.goto(screens.at('/history?type=SignalsRouted'));
    await page.getByRole('button', { name: /Opened #1/ }).click();
    await waitForText(page, 'Still being indexed. It will appear automatically.');
    await waitForText(page, 'Still being indexed: there may be more.');
    isIndexed = true;
    await waitForText(part(page, 'Causes'), /reported 1 firing alert/);
    await waitForText(part(page, 'Effects'), /opened #1/);
    await page.unrouteAll();
  });

  chapter('is told of any person, on the alert group: what paged them, or what did not', async () => {
    await page.goto(screens.at('/alerts/1'));
    const section = part(page, 'Why (not) paged?');
    await chooseTyped(section, 'Person', 'Ana');
    await waitForText(section, /^You were paged at .+\.$/);
    await waitForText(section, /reported 1 firing alert/);
    await chooseTyped(section, 'Person', 'Bo');
    await waitForText(section, /Bo was not paged: none of the steps that ran targets them/);
  });

  chapter('has a screen of its own: what could have paged a person around a moment, kept in the address', async () => {
    await page.goto(screens.at('/history'));
    await page.getByRole('navigation', { name: 'History' }).getByRole('link', { name: 'Why' }).click();
    await waitForText(page, /^You were paged at .+\.$/);
    await typeDate(page.getByRole('group', { name: 'At', exact: true }), '2020-01-01T10:00');
    await waitForText(page, /^No alert group could have paged you between /);
    await page.reload();
    await waitForText(page, /^No alert group could have paged you between /);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await waitForText(page, /^You were paged at .+\.$/);
    await chooseTyped(page, 'Person', 'Bo');
    await waitForText(page, /^No alert group could have paged Bo between /);
  });

  chapter('is a link on a person’s page, and a place to go to with two keys', async () => {
    await page.goto(screens.at(`/people/${stage.ana.personId}`));
    await page.getByRole('link', { name: 'Why (not) paged?' }).click();
    await waitForText(page, /^You were paged at .+\.$/);
    await page.goto(screens.at('/alerts'));
    await rowOf(page, 1).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await waitForText(page, /^You were paged at .+\.$/);
  });

  chapter('fits a phone', async () => {
    const phonePage = await screens.visit('/alerts/1', { as: stage.ana.api, size: phone });
    await phonePage.locator('[aria-live] li', { hasText: 'opened #1' }).getByRole('button', { name: 'Causes and effects' }).click();
    await waitForText(part(phonePage, 'Causes'), /Opened #1/);
    await chooseTyped(phonePage, 'Person', 'Ana');
    await waitForText(phonePage, /^You were paged at .+\.$/);
    expect(await phonePage.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    await phonePage.context().close();
  });
});
