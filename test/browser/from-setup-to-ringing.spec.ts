// browser: short
import type { Page } from 'playwright-core';
import {
  storyInBrowser,
  waitForGone,
  waitForLive,
  waitForText,
  waitForNoText,
  Screens,
  eventually,
} from '@tocsin/testing/browser/browser.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

const readToken = async (page: Page): Promise<string> =>
  (await page.context().cookies()).find(({ name }) => name === 'tocsin_session')!.value;
/** Title and icon of the tab while another tab is active. */
const waitForTab = (page: Page, title: RegExp, icon: string): Promise<void> =>
  eventually(page, async () => {
    expect(await page.title()).toMatch(title);
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe(icon);
  });

storyInBrowser('a first run', (chapter) => {
  let mailbox: Mailbox;
  let tocsin: Tocsin;
  let screens: Screens;
  let page: Page;
  let presses = 0;
  const click = async (name: string): Promise<void> => {
    presses += 1;
    await page.getByRole('button', { name, exact: true }).first().click();
  };

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    tocsin = await Tocsin.start({ env: { TOCSIN_SMTP_URL: mailbox.url } });
    screens = await Screens.open(() => tocsin.url, 'whole');
    page = await screens.visit('/');
  });
  afterAll(async () => {
    await screens.close();
    await tocsin.end();
    await mailbox.close();
  });

  chapter('asks for at most six things', async () => {
    await waitForText(page, 'Set up Tocsin');
    expect(new URL(page.url()).pathname).toBe('/setup');
    const fieldCount = await page.locator('input, select, textarea').count();
    expect(fieldCount).toBeGreaterThan(3);
    expect(fieldCount).toBeLessThanOrEqual(6);
  });

  chapter('says at the fields what is wrong with them, in the words of the API, and takes it when it is right', async () => {
    await page.getByLabel('Password').fill('short');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Must be at least 10 characters.');
    await waitForText(page, 'Required.');
    await eventually(page, async () => expect(await page.evaluate('document.activeElement?.getAttribute("aria-invalid")')).toBe('true'));
    await page.getByLabel('Your organisation').fill('Northwind');
    await page.getByLabel('Your name').fill('Ana');
    await page.getByLabel('E-mail').fill('ana@example.org');
    await page.getByLabel('Password').fill('correct horse battery');
    await click('Set up Tocsin');
    await waitForText(page, 'Tocsin is ready');
  });

  chapter('rings this browser, whose sound the press has unlocked', async () => {
    await waitForLive(page);
    await waitForGone(page.getByText(/Turn on sound|still locked/));
    await click('Send a test alert');
    await waitForText(page.getByRole('alert'), 'Test alert');
    await waitForText(page, /Test page received/);
    await waitForTab(page, /^\(1\) /, '/bell-ringing.svg');
  });

  chapter('knows that it rang here', async () => {
    await tocsin.settle();
    const ana = new Client(tocsin.url, await readToken(page), '');
    const [group] = await ana.list('alertGroups');
    expect(group).toMatchObject({ number: 1, test: true, status: 'firing' });
    const ladder = await ana.row('ladders', group!.id);
    expect(ladder.pages.flatMap(({ attempts }) => attempts)).toMatchObject([{ kind: 'browser', state: 'delivered', reason: null }]);
  });

  chapter('falls silent when it is acknowledged, three presses after the form was filled in', async () => {
    await click('Acknowledge');
    await waitForNoText(page.getByRole('alert'), 'Test alert');
    await waitForTab(page, /^[^(]/, '/bell.svg');
    await waitForText(page, 'Test page received and acknowledged.');
    // the five that are promised leave two: to connect what watches, and to leave
    expect(presses).toBe(3);
  });

  chapter('shows an address to send to, and says at once that something came, before it is an alert group', async () => {
    await waitForText(page, 'Waiting for the first alert');
    const curl = await page.locator('code', { hasText: 'curl' }).textContent();
    const [, address, body] = /POST '(\S+)' .* -d '(.+)'$/s.exec(curl!)!;
    const nothingFires = body!.replaceAll('"firing"', '"resolved"');
    const sendResponse = await fetch(address!, { method: 'POST', headers: { 'content-type': 'application/json' }, body: nothingFires });
    expect(sendResponse.status).toBe(202);
    await waitForText(page, '✓ Accepted just now');
    expect(await new Client(tocsin.url, await readToken(page), '').list('alertGroups')).toHaveLength(1);
  });

  chapter('adds an e-mail and a second person where one is', async () => {
    await page.getByRole('button', { name: 'Add an e-mail' }).click();
    await page.getByRole('dialog').getByLabel('Address').fill('ana.at.night@example.org');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await waitForText(page.getByRole('region', { name: 'Readiness' }), 'E-mail ana.at.night@example.org');
    await page.getByRole('region', { name: 'Readiness' }).getByLabel('Code').waitFor();
    await page.getByRole('button', { name: 'Add a second person' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Bo');
    await page.getByRole('dialog').getByLabel('E-mail').fill('bo@example.org');
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
    await waitForText(page, 'Bo is invited');
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    expect(new URL(page.url()).pathname).toBe('/setup');
  });

  chapter('leads to the alerts', async () => {
    await waitForText(page, new RegExp(`${tocsin.url}/in/|/alertmanager/|${new URL(tocsin.url).host}`));
    await page.getByRole('link', { name: 'Go to the alerts' }).click();
    await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor();
    await waitForText(page, 'You acknowledged');
  });
});
