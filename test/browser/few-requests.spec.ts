import type { Page, Request } from 'playwright-core';
import { limits } from '@tocsin/contracts/limits.js';
import { addressOf, appRoutes } from '@tocsin/testing/browser/app-routes.js';
import { describeInBrowser, eventually, rowOf, waitForLive, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

/**
 * Requests to the API of a screen that is loaded in a new tab, at most: who is here, what it shows, what its parts and those of the frame ask for
 * that are loaded afterwards. Mostly they are 5 to 8; parts that arrive apart ask apart.
 */
const requestsOfScreen = 14;
const tabs = 30;

const signedInRoutes = appRoutes().filter((route) => !/^\/(?:setup|sign-in|invite|reset|unfollow|test|$)/.test(route));
const isOfApi = (request: Request): boolean => new URL(request.url()).pathname.startsWith('/api/');
/** Reads of views count one by one. */
const countReads = (request: Request): number => Math.max(1, new URL(request.url()).searchParams.getAll('read').length);

const isQuiet = (page: Page) =>
  eventually(page, async () => expect(await page.evaluate('__TSR_ROUTER__.options.context.client.isFetching()')).toBe(0));

describeInBrowser('a screen', () => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let requests: Request[] = [];

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.generic({ summary: 'Payments are down', key: 'payments' });
    screens = await Screens.open(() => stage.tocsin.url);
    screens.expectedErrors = /status of 429/;
    page = await screens.visit('/me', { as: stage.ana.api });
    page.on('request', (request) => isOfApi(request) && requests.push(request));
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  /** As a tab asks: with the cookie of the session, for which the budget of screens counts. */
  const asBrowser = (address: string): Promise<Response> =>
    fetch(screens.at(address), { headers: { cookie: `tocsin_session=${stage.ana.api.token}`, 'sec-fetch-site': 'same-origin' } });

  it.each(signedInRoutes)('asks for all that it shows in a handful of requests: %s', async (route) => {
    requests = [];
    await page.goto(screens.at(addressOf(route, stage)));
    await page.locator('body:has(h1):not(:has([aria-label="Loading"]))').waitFor({ state: 'attached' });
    await waitForLive(page);
    await isQuiet(page);
    expect(requests.length).toBeLessThanOrEqual(requestsOfScreen);
    expect(tabs * requests.reduce((sum, one) => sum + countReads(one), 0)).toBeLessThan(limits.screenReadsPerMinute);
  });

  // as 30 windows that a browser restores, and that are then all loaded again
  it.each(['/alerts', '/on-call', '/reports/response'])('may be open in 30 tabs, which are loaded again at once: %s', async (route) => {
    requests = [];
    await page.goto(screens.at(route));
    await page.locator('body:has(h1):not(:has([aria-label="Loading"]))').waitFor({ state: 'attached' });
    await waitForLive(page);
    await isQuiet(page);
    const ofOneTab = requests.map((one) => ({ method: one.method(), address: one.url().slice(new URL(one.url()).origin.length) }));
    const reads = ofOneTab.filter(({ method }) => method === 'GET');
    expect(reads.length).toBeGreaterThan(3);
    const statuses = new Map<number, number>();
    for (let tab = 0; tab < 2 * tabs; tab += 1) {
      const answers = await Promise.all(reads.map(({ address }) => asBrowser(address)));
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([[200, 2 * tabs * reads.length]]);
  });

  it.each(['/alerts', '/on-call', '/people'])('that was refused says when it tries again, and comes: %s', async (route) => {
    await page.route('**/api/views**', (held) =>
      held.fulfill({ status: 429, json: { title: 'No', status: 429, code: 'limit.rate', detail: 'No.', params: { seconds: 1 } } }),
    );
    await page.goto(screens.at(route));
    await waitForText(page, 'Too many requests, trying again in 1 s');
    await page.unrouteAll();
    await waitForLive(page);
    await page.locator('body:has(h1):not(:has([aria-label="Loading"]))').waitFor({ state: 'attached' });
    if (route === '/alerts') await rowOf(page, 1).waitFor();
  });
});
