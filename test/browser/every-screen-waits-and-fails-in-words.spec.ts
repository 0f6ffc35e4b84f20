import { refusals, type Problem } from '@tocsin/contracts/refusals.js';
import type { Page } from 'playwright-core';
import { ApiGate, type HeldRequest } from '@tocsin/testing/browser/api-gate.js';
import { addressOf, appRoutes } from '@tocsin/testing/browser/app-routes.js';
import { routeReads } from '@tocsin/testing/browser/route-reads.js';
import { describeInBrowser, waitForText, waitForNoText, Screens, eventually } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';
import { isDeep } from '@tocsin/testing/tier.js';

/** Screens that load nothing before a press, or only redirect. `/reset/…` and `/invite/…` are tested below. */
const screensWithoutRequests = new Set([
  '/',
  '/setup',
  '/sign-in',
  '/invite/$token',
  '/reset/$token',
  '/people/import',
  '/test/components',
]);
const readingScreens = appRoutes().filter((route) => !screensWithoutRequests.has(route));

const behindProblem: Problem = {
  type: 'about:blank',
  title: 'Service Unavailable',
  status: 503,
  code: 'store.behind',
  detail: refusals['store.behind'].says,
  todo: refusals['store.behind'].todo,
  correlationId: 'a-test',
  // asked again at once, as often as ever
  params: { seconds: 0 },
};
const isWhoIsHere = ({ path }: HeldRequest): boolean => /\/api\/(status|session)$/.test(path);
/** Who is here is answered, and nothing else. */
const refusesAll = (request: HeldRequest) => (isWhoIsHere(request) ? request.pass() : request.refuse(behindProblem));
const dropsAll = (request: HeldRequest) => request.drop();

const loadingIndicator = (page: Page) => page.getByLabel('Loading', { exact: true });
const errorAlert = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be shown' });

const isThere = (page: Page) => page.locator('body:has(h1):not(:has([aria-label="Loading"]))').waitFor({ state: 'attached' });

/** A loaded screen: it has a title, and shows neither placeholders nor errors. */
async function isWhole(page: Page): Promise<void> {
  await isThere(page);
  expect(await errorAlert(page).count()).toBe(0);
  expect(await page.locator('body').innerText()).not.toMatch(/undefined|NaN|\[object/);
}

/** One press retries all failed requests. A request that was pending when the server came back may fail after it: press again. */
async function expectRecovery(page: Page): Promise<void> {
  for (let presses = 0; presses < 2; presses++) {
    const alert = await errorAlert(page).first().elementHandle();
    await errorAlert(page).first().getByRole('button', { name: 'Try again' }).click();
    await alert.waitForElementState('hidden');
    await isThere(page);
    if ((await errorAlert(page).count()) === 0) break;
  }
  await isWhole(page);
}

/** In the page: records the positions of headings at each frame, and those that moved. */
const watchesHeadings = `(() => {
  const tops = new Map();
  window.moved = [];
  const look = () => {
    for (const heading of document.querySelectorAll('h1, h2')) {
      if (heading.offsetParent === null) continue;
      const top = Math.round(heading.getBoundingClientRect().top);
      const before = tops.get(heading.textContent) ?? top;
      if (before !== top) window.moved.push(heading.textContent + ': ' + before + ' → ' + top);
      tops.set(heading.textContent, top);
    }
    requestAnimationFrame(look);
  };
  look();
})()`;
const waitForFrame = (page: Page) => page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');

/** As on a first visit: nothing has been read, and everything on the screen is asked for. */
const forgetWhatWasRead = (page: Page) => page.evaluate('void __TSR_ROUTER__.options.context.client.resetQueries()');

/** What fails is tried again as often as ever, without the seconds between. */
const retriesAtOnce = `(() => {
  const { client } = __TSR_ROUTER__.options.context;
  const { queries } = client.getDefaultOptions();
  client.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } });
})()`;

/** No request is pending or retried: what failed to load waits for a press. */
const isQuiet = (page: Page) =>
  eventually(page, async () => expect(await page.evaluate('__TSR_ROUTER__.options.context.client.isFetching()')).toBe(0));

describeInBrowser('every screen', () => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let api: ApiGate;

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.generic({ summary: 'Payments are down', key: 'payments' });
    screens = await Screens.open(() => stage.tocsin.url);
    screens.expectedErrors = /status of 503|ERR_FAILED|WebSocket/;
    page = await screens.visit('/me', { as: stage.ana.api });
    api = await ApiGate.of(page);
  });
  afterEach(() => api.open());
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  describe.each(readingScreens)('%s', (route) => {
    it('says that it waits, and nothing moves when it comes', async () => {
      const heldRoutes: HeldRequest[] = [];
      await api.close((request) => (isWhoIsHere(request) ? request.pass() : heldRoutes.push(request)));
      await page.goto(screens.at(addressOf(route, stage)), { waitUntil: 'commit' });
      await loadingIndicator(page).first().waitFor();
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await page.evaluate(watchesHeadings);
      // one response at a time, for the newest request first
      while ((await loadingIndicator(page).count()) > 0) {
        await heldRoutes.pop()?.pass();
        await waitForFrame(page);
      }
      await api.open();
      await isWhole(page);
      await waitForFrame(page);
      expect(await page.evaluate('moved')).toEqual([]);
    });

    it('says what could not be shown, then that the server is gone, that nothing was lost, and comes when it is back', async () => {
      await page.evaluate(retriesAtOnce);
      await screens.go(page, addressOf(route, stage));
      await api.close(refusesAll);
      await forgetWhatWasRead(page);
      await errorAlert(page).first().waitFor();
      expect(await errorAlert(page).first().innerText()).toMatch(/behind the log.*[Nn]othing was/s);
      await loadingIndicator(page).first().waitFor({ state: 'hidden' });
      await api.close(dropsAll);
      await errorAlert(page).first().getByRole('button', { name: 'Try again' }).click();
      await waitForText(errorAlert(page), 'The server could not be reached. Nothing was lost.');
      await isQuiet(page);
      await api.open();
      await expectRecovery(page);
    });
  });

  // every eighth, in the deep run all: what a part of a screen reads when it is shown for the first time
  it.each(readingScreens.filter((_, n) => isDeep || n % 8 === 0))('says what could not be shown when it is loaded: %s', async (route) => {
    await api.close(refusesAll);
    await page.goto(screens.at(addressOf(route, stage)), { waitUntil: 'commit' });
    await errorAlert(page).first().waitFor();
    expect(await errorAlert(page).first().innerText()).toMatch(/behind the log.*[Nn]othing was/s);
    await api.open();
    await expectRecovery(page);
  });

  // the current user is unknown too: the same text for all routes, and then its screen
  it.each(['/alerts', '/people/$id'])('says that the server is gone when it is loaded, and comes when it is back: %s', async (route) => {
    await page.context().addInitScript({ content: `indexedDB.deleteDatabase('keyval-store')` });
    await api.close(dropsAll);
    await page.goto(screens.at(addressOf(route, stage)), { waitUntil: 'commit' });
    await errorAlert(page).first().waitFor();
    expect(await errorAlert(page).first().innerText()).toContain('The server could not be reached. Nothing was lost.');
    await api.open();
    await expectRecovery(page);
  });

  it('says that it waits while it is not known who is here', async () => {
    await api.close((request) => (request.path === '/api/session' ? undefined : request.pass()));
    await page.goto(screens.at('/alerts'), { waitUntil: 'commit' });
    await loadingIndicator(page).waitFor();
    await waitForText(page, 'The server is slow to answer.');
  });

  it('asks for all that failed at one press', async () => {
    await routeReads(page, ['alertGroups', 'integrations'], (route) =>
      route.fulfill({ status: behindProblem.status, json: behindProblem }),
    );
    await page.goto(screens.at(addressOf('/services/$id', stage)), { waitUntil: 'commit' });
    const boxes = ['Recent alerts could not be shown.', 'The integrations could not be shown.'];
    for (const box of boxes) await waitForText(page, box);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Try again' }).first().click();
    for (const box of boxes) await waitForNoText(page, box);
    await isWhole(page);
  });

  it.each([
    ['/reset/nothing', '/api/password-resets/'],
    ['/invite/nothing', '/api/invitations/'],
  ])('does not call a link ended that could not be looked at: %s', async (path, refused) => {
    await api.close((request) => (request.path.startsWith(refused) ? request.refuse(behindProblem) : request.pass()));
    await page.goto(screens.at(path));
    await errorAlert(page).waitFor();
    await api.open();
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitForText(page, 'This link has expired');
  });
});

describeInBrowser('a server just set up', () => {
  let tocsin: Tocsin;
  let screens: Screens;
  let page: Page;

  const emptyTexts: Readonly<Record<string, string>> = {
    '/alerts': 'No alerts yet.',
    '/services': 'integration',
    '/people': 'you',
    '/settings/tokens': 'No service tokens.',
    '/settings/health': 'None.',
    '/me': 'No tokens.',
  };

  beforeAll(async () => {
    tocsin = await Tocsin.start();
    const { owner } = await tocsin.setUp();
    screens = await Screens.open(() => tocsin.url);
    page = await screens.visit('/alerts', { as: owner });
  });
  afterAll(async () => {
    await screens.close();
    await tocsin.end();
  });

  it.each(appRoutes().filter((route) => !route.includes('$')))('has something to say at %s', async (route) => {
    await (screensWithoutRequests.has(route) ? page.goto(screens.at(route)) : screens.go(page, route));
    await waitForNoText(page, 'Loading');
    await waitForText(page, emptyTexts[route.replace(/(.)\/$/, '$1')] ?? /\w{4}/);
    await isWhole(page);
  });
});
