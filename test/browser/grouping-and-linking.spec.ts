import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { storyInBrowser, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const pictures = process.env['PICTURES'];
const sizes = [
  [1440, 900],
  [390, 844],
] as const;
const keepPictures = async (page: Page, name: string): Promise<void> => {
  if (!pictures) return;
  for (const [width, height] of sizes)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  await page.setViewportSize({ width: 1440, height: 900 });
};

storyInBrowser('a service that groups its alerts', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.setPolicy([{ page: [stage.ana] }]);
    await stage.alertmanager('firing', [{ name: 'DiskFull' }, { name: 'DiskSlow' }], { groupKey: 'disks' });
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit(`/services/${stage.setUpAnswer.serviceId}`, { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('says what recent alerts would have become, and is saved with its labels', async () => {
    await page.getByLabel('Grouping of this service').selectOption('fields');
    await waitForText(page.getByRole('main'), /The last 2 alerts would have been 2 alert groups, the biggest of 1 alert\./);
    await page.getByLabel('What this service groups by').fill('severity');
    await waitForText(page.getByRole('main'), /would have been 1 alert group, the biggest of 2 alerts\./);
    await page.getByRole('button', { name: 'Add a label' }).click();
    await page.getByLabel('Name of label 1').fill('tier');
    await page.getByLabel('Value of label 1').fill('gold');
    await keepPictures(page, 'service');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await waitForText(page.getByRole('region', { name: 'About' }), /tier=gold/);
    await stage.settle();
  });

  chapter('has a star, by which it comes first', async () => {
    await page.goto(`${stage.tocsin.url}/services`);
    await page
      .getByRole('button', { name: /^Favourite: / })
      .first()
      .click();
    await page.getByLabel('Only favourites').check();
    await waitForText(page.getByRole('table', { name: 'Services' }), /./);
    await keepPictures(page, 'services');
  });

  chapter('has alert groups that are linked and unlinked', async () => {
    await stage.pagerduty('trigger', 'api-down');
    await stage.settle();
    await page.goto(`${stage.tocsin.url}/alerts`);
    await waitForText(page.getByRole('main'), /#2/);
    await page.getByLabel('Select #1').check();
    await page.getByLabel('Select #2').check();
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    await waitForText(page.getByRole('main'), /part of #1/i);
    await page.goto(`${stage.tocsin.url}/alerts/2`);
    await waitForText(page.getByRole('main'), /Linked with #1/);
    await keepPictures(page, 'linked');
  });
});
