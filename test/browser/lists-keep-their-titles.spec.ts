import type { Page } from 'playwright-core';
import { addressOf, appRoutes } from '@tocsin/testing/browser/app-routes.js';
import { describeInBrowser, rowOf, Screens } from '@tocsin/testing/browser/browser.js';
import { createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { addService } from '@tocsin/testing/stage/many-groups.js';
import { Job } from '@tocsin/testing/stage/jobs.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const widths = [390, 1024, 1440] as const;
const routes = appRoutes().filter((route) => !/^\/(?:setup|sign-in|invite|reset|test|$)/.test(route));

/**
 * In the page: each row of a list (how many there are), those whose title is not visible, texts of which less than half their column (or less than half of
 * themselves) is visible, date fields whose parts overlap, and whether the page is wider than the window. A row’s title: its first link or header, or else its first text.
 */
const readLists = `(() => {
  const problems = [];
  const isShown = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      // for screen readers alone
      if (getComputedStyle(at).position === 'absolute' && at.clientWidth <= 1) return false;
    }
    return true;
  };
  const clips = (element, axis) => ['hidden', 'clip'].includes(getComputedStyle(element)['overflow' + axis]);
  // widths of a text: all of it, and what no element around it cuts off
  const widthsOf = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    let [whole, visible] = [0, 0];
    for (const rect of range.getClientRects()) {
      let [left, right, top, bottom] = [rect.left, rect.right, rect.top, rect.bottom];
      for (let at = node.parentElement; at && at !== document.body; at = at.parentElement) {
        const box = at.getBoundingClientRect();
        if (clips(at, 'X')) [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        if (clips(at, 'Y')) [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      }
      whole += rect.width;
      if (bottom - top > rect.height / 2) visible += Math.max(0, right - left);
    }
    return { whole, visible };
  };
  // a drawing has labels that screen readers leave out, because they are told more: its only texts
  const textsIn = (element) => {
    const texts = textsOutside(element, '.sr-only, [aria-hidden=true], option, title');
    return texts.length > 0 ? texts : textsOutside(element, '.sr-only, option, title');
  };
  const textsOutside = (element, excluded) => {
    const texts = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const around = node.parentElement;
      if (node.textContent.trim() !== '' && !around.closest(excluded)) texts.push(node);
    }
    return texts;
  };
  const columnOf = (row, node) => {
    let column = node.parentElement;
    while (column !== row && !/grid|table-row/.test(getComputedStyle(column.parentElement).display)) column = column.parentElement;
    return column.clientWidth || row.clientWidth;
  };
  const isCut = (row, node) => {
    const { whole, visible } = widthsOf(node);
    return visible + 1 < Math.min(columnOf(row, node), whole) / 2;
  };
  const titleOf = (row) => {
    const named = row.querySelector('a, th[scope=row], h3, h4');
    return (named && textsIn(named)) || [];
  };
  const where = (row) => row.closest('section[aria-label], section[aria-labelledby], table, ul, ol')?.getAttribute('aria-label') ?? row.parentElement.tagName;
  // the blocks of a schedule are drawn to scale: the shortest have no room for a name
  const rows = [...document.querySelectorAll('main :is(li, tbody tr)')].filter((row) => isShown(row) && !row.closest('.sr-only, [aria-busy=true], [data-track]'));
  for (const row of rows) {
    const texts = textsIn(row);
    const named = titleOf(row);
    const title = named.length > 0 ? named : texts.slice(0, 1);
    const controls = row.querySelector('img, svg, button, input, select');
    if (title.length === 0 && !controls) problems.push(where(row) + ': a row without text');
    for (const node of title) {
      const isThere = texts.some((one) => one.textContent === node.textContent && isShown(one.parentElement) && !isCut(row, one));
      if (!isThere) problems.push(where(row) + ': a row without its title ' + node.textContent.slice(0, 60));
    }
    for (const node of texts) {
      if (!isShown(node.parentElement) || !isCut(row, node)) continue;
      const { whole, visible } = widthsOf(node);
      problems.push(where(row) + ': ' + node.textContent.slice(0, 60) + ' has ' + Math.round(visible) + ' of ' + Math.round(whole) + ' px');
    }
  }
  for (const part of document.querySelectorAll('main [role=spinbutton]')) {
    const { clientWidth, scrollWidth } = part.parentElement;
    if (scrollWidth > clientWidth + 1) problems.push('parts of a date overlap: ' + part.parentElement.textContent);
  }
  const wide = document.documentElement.scrollWidth - innerWidth;
  const tooWide = [...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1).at(-1);
  if (wide > 1) problems.push('the page is ' + wide + ' px wider than the window: ' + (tooWide?.textContent ?? '').slice(0, 60));
  return { rows: rows.length, problems };
})()`;

interface Lists {
  readonly rows: number;
  readonly problems: readonly string[];
}

/** Screens that show no list, or none on this stage. */
const withoutRows: readonly string[] = [
  '/settings',
  '/unfollow/$secret',
  '/hand-over/$schedule',
  '/heartbeats/$id',
  '/people/import',
  '/reports/backtest',
  '/reports/bisect',
  '/reports/cost',
  '/settings/events',
  '/settings/files',
  '/settings/health',
  '/settings/backups',
  '/settings/mail',
  '/settings/moving-in',
  '/settings/moving-in/side-by-side',
  '/settings/sign-in',
];

const long = 'Kreditkartenzahlungsabwicklungsdienst für Frankreich, Belgien und die Schweiz';

describeInBrowser('every list, with the longest names', () => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let scheduleId: string;
  let genericId: string;

  beforeAll(async () => {
    stage = await Stage.begin();
    const { api } = stage.ana;
    const { teamId, serviceId, policyId } = stage.setUpAnswer;
    const { version } = await stage.getRow('services', serviceId);
    await api.run('ChangeService', { teamId, serviceId, version, policyId, name: long });
    await api.run('RenameTeam', { teamId, name: `Team ${long}`.slice(0, 80) });
    const bo = await stage.addPerson('Bo');
    scheduleId = await createScheduleOn(stage, long, { anchor: '2026-01-01T09:00:00.000Z', turns: [stage.ana, bo] });
    await addService(stage, 1);
    for (const n of [1, 2, 3])
      await stage.generic({
        summary: `${long} antwortet seit ${n} min nicht mehr auf Anfragen aus dem Rechenzentrum Frankfurt`,
        key: `k${n}`,
      });
    const [first] = await stage.listGroups();
    await bo.api.run('AcknowledgeAlertGroup', { groupId: first!.id });
    await bo.api.run('IssuePersonalToken', { name: long, scopes: ['read'], days: 30 });
    await api.run('IssuePersonalToken', { name: long, scopes: ['read'], days: 30 });
    const matchers = [{ label: 'job', operator: '=' as const, value: long }];
    await api.run('StartSilence', { teamId, matchers, until: '2026-12-01T00:00:00Z', comment: long });
    const hours = { from: '2026-12-01T02:00', to: '2026-12-01T04:00', zone: 'UTC' };
    await api.run('PlanMaintenance', { teamId, name: long, services: [stage.setUpAnswer.serviceId], ...hours });
    await api.run('SaveInhibitionRule', { teamId, name: long, source: matchers, target: matchers, equal: [long] });
    const rules = [{ rows: [matchers], outcome: { kind: 'default' as const, urgency: 'low' as const } }];
    await api.run('ChangeRoutes', { teamId, integrationId: stage.setUpAnswer.integrationId, version: 0, rules });
    await api.run('SaveLookup', { teamId, name: long, matchOn: 'host', csv: `host,${long}\nweb-1,${long}\n` });
    genericId = (await api.list('integrations')).find(({ kind }) => kind === 'generic')!.id;
    await Job.create(stage, { name: long });
    const { says: issued } = await api.run('IssueServiceToken', { name: long, teamId: null, scopes: ['read', 'plan'] });
    const program = new Client(stage.tocsin.url, String(issued['token']), '');
    await program.run('ProposeToolPlan', { act: { tool: 'add_note', groupId: first!.id, text: long } });
    await api.run('GiveStandingApproval', { tokenId: String(issued['tokenId']), tool: 'add_note', teamId });
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/alerts', { as: api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  /** Rows of each route: a list without rows would pass. */
  const rowsOf = new Map<string, number>();

  it.each(routes)('shows each row with its title, and cuts no text below half its column: %s', async (route) => {
    const ids: Readonly<Record<string, string>> = {
      '/schedules/$id': `/schedules/${scheduleId}`,
      '/mappings/$id': `/mappings/${genericId}`,
      '/routes/$id': `/routes/${genericId}`,
    };
    const address = ids[route] ?? addressOf(route, stage);
    await screens.go(page, address);
    const problems: Record<number, unknown> = {};
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
      // another width may show other parts
      await page.locator('body:has(h1):not(:has([aria-label="Loading"]))').waitFor({ state: 'attached' });
      const lists = await page.evaluate<Lists>(readLists);
      problems[width] = lists.problems;
      rowsOf.set(route, Math.max(rowsOf.get(route) ?? 0, lists.rows));
    }
    expect(problems).toEqual({ 390: [], 1024: [], 1440: [] });
  });

  it('had rows on every screen that has a list', () => {
    expect(routes.filter((route) => rowsOf.get(route) === 0).toSorted()).toEqual(withoutRows.toSorted());
  });

  it('is red where a title is cut or gone', async () => {
    await screens.go(page, '/alerts');
    await rowOf(page, 1).waitFor();
    const breakTitles = (style: string) =>
      page.evaluate<Lists>(`(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('li[data-id] a { ${style} }');
        document.adoptedStyleSheets = [sheet];
        const lists = ${readLists};
        document.adoptedStyleSheets = [];
        return lists;
      })()`);
    for (const style of [
      'display: none !important',
      'max-width: 60px !important; overflow: hidden; white-space: nowrap',
      'visibility: hidden',
    ])
      expect((await breakTitles(style)).problems.length).toBeGreaterThan(0);
    expect((await breakTitles('')).problems).toEqual([]);
  });
});
