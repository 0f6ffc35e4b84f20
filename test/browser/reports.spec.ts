import type { Page } from 'playwright-core';
import { describeInBrowser, says, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

describeInBrowser('Reports', () => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let today: string;

  beforeAll(async () => {
    stage = await Stage.begin();
    today = (await stage.settle()).slice(0, 10);
    await stage.generic({ summary: 'Search is down', key: 'search' });
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.group()).id });
    await stage.generic({ summary: 'Mail is slow', key: 'mail' });
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/reports/response', { as: stage.ana.api });
    await says(page, /SHA-256/);
  });
  afterAll(async () => {
    await screens.close();
    await stage.leave();
  });

  const back = async (): Promise<void> => {
    await page.goBack();
    await says(page, /SHA-256/);
  };

  it('names at its foot what it is pinned to', async () => {
    await says(page, /up to event [\d,]+: the same position gives the same bytes/);
  });

  it('has a table under each plot, with the numbers of it', async () => {
    await page.getByText('Openings by day as a table').click();
    const table = page.getByRole('table', { name: 'Openings by day' });
    await table.getByRole('link', { name: '2', exact: true }).waitFor();
    await page.getByText('Openings by hour of the week as a table').click();
    await page.getByRole('table', { name: 'Openings by hour of the week' }).getByRole('link').first().waitFor();
  });

  it('leads from a number to the openings that it counts', async () => {
    await page.getByRole('link', { name: '2 openings' }).click();
    await page.getByRole('heading', { name: 'All openings' }).waitFor();
    const table = page.getByRole('table', { name: 'Alert group' });
    await table.getByRole('link', { name: '#1', exact: true }).waitFor();
    expect(await table.getByRole('link').count()).toBe(2);
    const alignments = await page.evaluate<string[]>(
      '[...document.querySelectorAll("thead th")].map((cell) => getComputedStyle(cell).textAlign)',
    );
    expect(alignments).toEqual(['left', 'left', 'left', 'right']);
    await says(page, /\d{4} – \d.* \d{4}, .* time/);
    await back();
  });

  it('narrows to the days that are dragged over', async () => {
    const plot = page.getByRole('img', { name: /^Openings by day/ });
    const { x, y, width, height } = (await plot.boundingBox())!;
    await page.mouse.move(x + width * 0.9, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.99, y + height / 2);
    await page.mouse.up();
    await page.waitForURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/);
    await page.getByRole('link', { name: '2 openings' }).waitFor();
  });

  it('takes days that are typed by keyboard, and says why a period is refused', async () => {
    await page.getByLabel('From', { exact: true }).focus();
    for (const key of '03022019') await page.keyboard.press(key);
    await page.waitForURL(/from=2019-0[23]-0[23]/);
    await says(page, /A report covers at most three years/);
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toMatch(/^2019-0[23]-0[23]$/);
    await page.getByRole('combobox', { name: 'Period' }).selectOption('28');
    await page.getByRole('link', { name: '2 openings' }).waitFor();
  });

  it('shows the period before behind the bars, and what they were then', async () => {
    const day = (days: number): string => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
    // three days in which nothing was opened, after three of which one had two openings, whatever the zone
    await page.goto(screens.at(`/reports/response?from=${day(2)}&to=${day(4)}`));
    await page.locator('title', { hasText: '0; 2 in the period before' }).waitFor({ state: 'attached' });
    await page.goBack();
    await says(page, /SHA-256/);
  });

  it('measures by a second definition beside the first ones, which is in the address', async () => {
    await page.getByLabel('Which end', { exact: true }).selectOption('first');
    await page.waitForURL(/measure=/);
    const compared = page.getByRole('region', { name: 'Compare with another definition' });
    await compared.getByRole('button', { name: 'Remove' }).click();
    await page.waitForURL((url) => !url.searchParams.has('measure'));
  });

  it('is downloaded as a table at the position that is shown', async () => {
    const href = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
    expect(href).toMatch(/format=csv&ordinal=\d+/);
    const answer = await page.request.get(`${stage.tocsin.url}${href}`);
    expect(answer.headers()['content-type']).toContain('text/csv');
  });

  it('prints the report alone: no navigation, nothing to press, light', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Download CSV' }).isVisible()).toBe(false);
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    expect(await page.evaluate<string>('getComputedStyle(document.documentElement).colorScheme')).toBe('light');
    expect(await page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')).toBe('rgb(255, 255, 255)');
    await page.emulateMedia({ media: 'screen' });
  });

  it('says on paper what it is narrowed to, and its pin in full', async () => {
    await page.goto(screens.at('/reports/noise?urgency=high'));
    await says(page, /SHA-256/);
    expect(await page.getByText('High urgency', { exact: true }).filter({ visible: true }).count()).toBe(0);
    await page.emulateMedia({ media: 'print' });
    await says(page.getByRole('paragraph'), 'High urgency');
    await says(page, /sha256 [0-9a-f]{64}/);
    await page.emulateMedia({ media: 'screen' });
  });
});
