import type { Page } from 'playwright-core';
import { storyInBrowser, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const alerts = 60;

storyInBrowser('The day of an alert storm', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let number: number;

  beforeAll(async () => {
    stage = await Stage.begin();
    const { path } = await stage.integration('generic');
    const send = (n: number) =>
      stage.tocsin.anonymous.request('POST', path, { summary: `Disk ${n} is full`, key: `disk-${n}`, severity: 'critical' });
    await Promise.all(Array.from({ length: alerts }, (_, n) => send(n)));
    await stage.settle();
    const groups = await stage.listGroups();
    number = Math.max(...groups.map((group) => group.number));
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/reports/response', { as: stage.ana.api });
    await waitForText(page, /SHA-256/);
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const storm = /^Alert storm, \d+ alerts in Production/;
  const mark = () => page.getByRole('list', { name: 'Alert storms' }).getByRole('link', { name: /^Storm on Production, \d+ alerts, / });

  for (const [path, what] of [
    ['/reports/response', 'Alerts opened'],
    ['/reports/load', 'Interruptions'],
  ] as const)
    chapter(`has a mark with a name above its bar, and a line of the table that says it: ${path}`, async () => {
      await page.goto(screens.at(path));
      await mark().waitFor();
      await page.getByText(`${what} by day as a table`).click();
      const table = page.getByRole('table', { name: `${what} by day`, exact: true });
      await table.getByRole('columnheader', { name: 'Alert storms' }).waitFor();
      await table.getByRole('link', { name: storm }).waitFor();
    });

  chapter('leads by keyboard to the alert group of the storm', async () => {
    await mark().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/alerts/${number}$`));
  });
});
