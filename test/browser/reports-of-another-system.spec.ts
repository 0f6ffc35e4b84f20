import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { ImportedHistory } from '@tocsin/contracts/imported-history/answers.js';
import { describeInBrowser, eventually, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { rescueOldYear, type OldYear } from '@tocsin/testing/foreign/old-year.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

describeInBrowser('reports of another system’s history', () => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let year: OldYear;

  beforeAll(async () => {
    stage = await Stage.begin({ profile: 'embedded' });
    await stage.generic({ summary: 'Search is down', key: 'search' });
    await stage.settle();
    year = await rescueOldYear({ id: '0b64cb3d-404e-53dd-bc04-0f15ea479b86', name: 'Bo-Castillo', email: 'bo-castillo@example.org' }, 6);
    await year.importInto(stage.tocsin.data);
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/reports/response', { as: stage.ana.api });
    let log: string | null = null;
    await eventually(page, async () => {
      ({ log } = (await stage.ana.api.request<ImportedHistory>('GET', '/api/imported-history')).body);
      expect(log).not.toBeNull();
    });
    await page.goto(`${stage.tocsin.url}/reports/response?log=${log!}&from=2025-11-01&to=2025-11-30`);
    await waitForText(page, /imported, and in no figure of this installation/);
    await waitForText(page, /SHA-256/);
  });
  afterAll(async () => {
    year.remove();
    await screens.close();
    await stage.detach();
  });

  it('lead to no list and no alert group of this installation', async () => {
    await waitForText(page, /#6/);
    await page.getByText('Alerts opened by day as a table').click();
    await page.getByRole('table', { name: 'Alerts opened by day' }).waitFor();
    const links = await page.locator('main a').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
    expect(links.filter((href) => /^\/(?:alerts|history|reports\/(?:openings|events))/.test(href))).toEqual([]);
  });

  it('have a chart of days that reads out and opens nothing', async () => {
    const before = page.url();
    const chart = page.getByRole('slider', { name: 'Alerts opened by day' });
    await chart.focus();
    await chart.press('Home');
    await chart.press('Enter');
    await waitForText(page, /SHA-256/);
    expect(page.url()).toBe(before);
    await waitForText(page, /From Opsgenie until/);
  });

  it('an alert is redacted where it is read, and reads so after a reload', async () => {
    const settings = await screens.visit('/settings', { as: stage.ana.api });
    const list = settings.getByRole('list', { name: 'Imported alerts' });
    const search = settings.getByRole('searchbox', { name: 'Search imported alerts' });
    await search.fill('db-1');
    await waitForText(list, /Disk of db-1 is full/);
    await list.scrollIntoViewIfNeeded();
    await keepPictures(settings, 'imported');
    const redact = list.getByRole('button', { name: 'Redact “Disk of db-1 is full”' });
    const before = await redact.count();
    await redact.first().click();
    await keepPictures(settings, 'redact');
    await settings.getByRole('dialog').getByRole('button', { name: 'Redact', exact: true }).click();
    await eventually(settings, async () => expect(await redact.count()).toBe(before - 1));
    await settings.reload();
    await search.fill('redacted');
    await waitForText(list, /\[redacted\]/);
    await waitForText(list, /Opsgenie/);
  });
});

const pictures = process.env['PICTURES'];

async function keepPictures(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`) });
    }
  await page.setViewportSize({ width: 1440, height: 900 });
}
