import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { chooseTyped, storyInBrowser, waitForGone, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const pictures = process.env['PICTURES'];
const keepPicture = async (page: Page, name: string): Promise<void> => {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
};

storyInBrowser('the routes of an integration', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let searchService: string;

  beforeAll(async () => {
    stage = await Stage.begin();
    const { teamId, policyId, serviceId } = stage.setUpAnswer;
    await stage.setPolicy([{ page: [stage.ana] }]);
    const { says } = await stage.ana.api.run('CreateService', { teamId, policyId, name: 'Search' });
    searchService = String(says['serviceId']);
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit(`/services/${serviceId}`, { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('are added on the screen of its service, as sentences', async () => {
    await page.getByRole('region', { name: 'Integrations' }).getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Add routes' }).click();
    const dialog = page.getByRole('dialog', { name: /^Routes of / });
    await dialog.getByLabel('Name of condition 1.1 of rule 1').fill('alertname');
    await dialog.getByLabel('Comparison of condition 1.1 of rule 1').selectOption('=~');
    await dialog.getByLabel('Value of condition 1.1 of rule 1').fill('Search.*');
    await chooseTyped(dialog, 'Where rule 1 leads', 'Search');
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    await dialog.getByLabel('Name of condition 1.1 of rule 2').fill('severity');
    await dialog.getByLabel('Value of condition 1.1 of rule 2').fill('info');
    await chooseTyped(dialog, 'Where rule 2 leads', 'record only');
    await keepPicture(page, 'routes-dialog-1440');
    await dialog.getByRole('button', { name: 'Save routes' }).click();
    await waitForGone(dialog);
    await waitForText(page.getByRole('region', { name: /^Routes of / }), /alertname matches “Search\.\*”/);
    await keepPicture(page, 'routes-1440');
  });

  chapter('lead an alert there, as its timeline says', async () => {
    await stage.alertmanager('firing', [{ name: 'SearchDown' }]);
    expect(await stage.getGroup()).toMatchObject({ serviceId: searchService });
    await page.goto(screens.at('/alerts/1'));
    await waitForText(page.getByRole('main'), /It went to Search by rule 1 \(version 1\)\./);
  });

  chapter('are moved by the keyboard, and the service that they lead to says where its alerts come from', async () => {
    await page.goto(screens.at(`/services/${stage.setUpAnswer.serviceId}`));
    await page.getByRole('button', { name: 'Edit routes' }).click();
    const dialog = page.getByRole('dialog', { name: /^Routes of / });
    await waitForText(dialog, /1 of 1 recent alerts/);
    await dialog.getByLabel('Value of condition 1.1 of rule 1').press('Alt+ArrowDown');
    await dialog.getByRole('button', { name: 'Save routes' }).click();
    await waitForGone(dialog);
    await page.goto(screens.at(`/services/${searchService}`));
    await waitForText(page.getByRole('list', { name: 'Routed here' }), /, by rule 2$/);
  });

  chapter('fit a phone', async () => {
    const phone = await screens.visit(`/services/${stage.setUpAnswer.serviceId}`, { as: stage.ana.api, size: { width: 390, height: 844 } });
    const routes = phone.getByRole('region', { name: /^Routes of / });
    await waitForText(routes, /everything else/);
    await keepPicture(phone, 'routes-390');
    await phone.getByRole('button', { name: 'Edit routes' }).click();
    await phone.getByRole('dialog', { name: /^Routes of / }).waitFor();
    await keepPicture(phone, 'routes-dialog-390');
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });
});
