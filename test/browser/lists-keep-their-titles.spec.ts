import type { Page } from 'playwright-core';
import { addressOf, appRoutes } from '@tocsin/testing/browser/app-routes.js';
import { describeInBrowser, Screens } from '@tocsin/testing/browser/browser.js';
import { createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { addService } from '@tocsin/testing/stage/many-groups.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const widths = [390, 1024, 1440] as const;
const routes = appRoutes().filter((route) => !/^\/(?:setup|sign-in|invite|reset|$)/.test(route));

/**
 * In the page: rows without a visible text, cut texts of which less than half their column (or less than half the text) is visible, and whether the
 * page is wider than the window.
 */
const findCutTexts = `(() => {
  const problems = [];
  const isVisible = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return element.checkVisibility() && width > 1 && height > 1;
  };
  const where = (element) => element.closest('section[aria-label], table, ul, ol')?.getAttribute('aria-label') ?? '';
  for (const row of document.querySelectorAll('main :is(li, tbody tr)')) {
    if (!isVisible(row)) continue;
    if (row.innerText.trim() === '' && !row.querySelector('img, svg, button, input, [aria-busy]')) problems.push(where(row) + ': a row without text');
    for (const element of row.querySelectorAll('*')) {
      const { overflowX, display } = getComputedStyle(element);
      if (!['hidden', 'clip'].includes(overflowX) || !isVisible(element) && element.textContent.trim() === '') continue;
      if (element.closest('.sr-only') || element.textContent.trim() === '' || element.scrollWidth <= element.clientWidth + 1) continue;
      let column = element;
      while (column !== row && !/grid|table-row/.test(getComputedStyle(column.parentElement).display)) column = column.parentElement;
      const whole = Math.min(column.clientWidth, element.scrollWidth);
      if (element.clientWidth < whole / 2) problems.push(where(row) + ': ' + element.textContent.slice(0, 60) + ' has ' + element.clientWidth + ' of ' + whole + ' px');
    }
  }
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 1) problems.push('the page is ' + wide + ' px wider than the window');
  return problems;
})()`;

const long = 'Kreditkartenzahlungsabwicklungsdienst für Frankreich, Belgien und die Schweiz';

describeInBrowser('every list, with the longest names', () => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    const { api } = stage.ana;
    const { teamId, serviceId, policyId } = stage.setUpAnswer;
    const { version } = await stage.getRow('services', serviceId);
    await api.run('ChangeService', { teamId, serviceId, version, policyId, name: long });
    await api.run('RenameTeam', { teamId, name: `Team ${long}`.slice(0, 80) });
    const bo = await stage.addPerson('Bo');
    await createScheduleOn(stage, long, { anchor: '2026-01-01T09:00:00.000Z', turns: [stage.ana, bo] });
    await addService(stage, 1);
    for (const n of [1, 2, 3])
      await stage.generic({
        summary: `${long} antwortet seit ${n} min nicht mehr auf Anfragen aus dem Rechenzentrum Frankfurt`,
        key: `k${n}`,
      });
    const [first] = await stage.listGroups();
    await bo.api.run('AcknowledgeAlertGroup', { groupId: first!.id });
    await api.run('IssuePersonalToken', { name: long, scopes: ['read'], days: 30 });
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/alerts', { as: api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  it.each(routes)('shows each row with its title, and cuts no text below half its column: %s', async (route) => {
    await screens.go(page, addressOf(route, stage));
    await page.locator('body:has(h1):not(:has([aria-label="Loading"]))').waitFor({ state: 'attached' });
    const problems: Record<number, unknown> = {};
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
      problems[width] = await page.evaluate(findCutTexts);
    }
    expect(problems).toEqual({ 390: [], 1024: [], 1440: [] });
  });
});
