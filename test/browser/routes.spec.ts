import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { chooseTyped, storyInBrowser, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const pictures = process.env['PICTURES'];
const keepPicture = async (page: Page, name: string): Promise<void> => {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
};

/** Gives the CSV file of a lookup table. */
class Inventory {
  isBroken = false;
  private constructor(private readonly server: Server) {}

  static async start(): Promise<Inventory> {
    const server = createServer((_request, response) => {
      if (inventory.isBroken) response.writeHead(503).end();
      else response.writeHead(200, { 'content-type': 'text/csv' }).end('host,owner\ndb-1,Search\n');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const inventory = new Inventory(server);
    return inventory;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

storyInBrowser('the routes of an integration', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let searchService: string;
  let inventory: Inventory;

  beforeAll(async () => {
    inventory = await Inventory.start();
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
    inventory.close();
  });

  chapter('are added on a screen of their own, as sentences beside recent alerts, which a reload does not lose', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    await page.getByRole('region', { name: 'Integrations' }).getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Add routes' }).click();
    await page.getByRole('button', { name: 'alertname DiskFull: add as a condition' }).click();
    const rules = page.getByRole('list', { name: 'Rules' });
    await waitForText(rules.getByRole('listitem', { name: 'Rule 1' }), /alerts where/);
    await page.getByLabel('Comparison of condition 1.1 of rule 1').selectOption('=~');
    await page.getByLabel('Value of condition 1.1 of rule 1').fill('Search.*');
    await chooseTyped(page, 'Where rule 1 leads', 'Search');
    await page.getByLabel('Urgency of rule 1').selectOption('high');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByLabel('Name of condition 1.1 of rule 2').fill('severity');
    await page.getByLabel('Value of condition 1.1 of rule 2').fill('info');
    await chooseTyped(page, 'Where rule 2 leads', 'record only');
    await page.reload();
    await waitForText(page.getByRole('main'), /Your unsaved changes from/);
    await keepPicture(page, 'routes-edited-1440');
    await page.getByRole('button', { name: 'Save as version 1' }).click();
    await waitForText(page.getByRole('main'), /Version 1, by Ana/);
    await page.goto(screens.at(`/services/${stage.setUpAnswer.serviceId}`));
    await waitForText(page.getByRole('region', { name: /^Routes of / }), /alertname matches “Search\.\*”/);
    await keepPicture(page, 'routes-of-service-1440');
  });

  chapter('lead an alert there, as its timeline says', async () => {
    await stage.alertmanager('firing', [{ name: 'SearchDown' }], { groupKey: 'search' });
    expect(await stage.getGroup(2)).toMatchObject({ serviceId: searchService });
    await page.goto(screens.at('/alerts/2'));
    await waitForText(page.getByRole('main'), /It went to Search by rule 1 \(version 1\)\./);
  });

  chapter('are moved by the keyboard, with counts that follow; a rule behind one that takes all is never reached', async () => {
    await page.goto(screens.at(`/routes/${stage.setUpAnswer.integrationId}`));
    const ruleAt = (n: number) => page.getByRole('list', { name: 'Rules' }).getByRole('listitem', { name: `Rule ${n}` });
    await waitForText(ruleAt(1), /decides 1 of 2 recent alerts/);
    await page.getByLabel('Value of condition 1.1 of rule 1').press('Alt+ArrowDown');
    await waitForText(ruleAt(2), /decides 1 of 2 recent alerts/);
    await page.keyboard.press('Alt+ArrowUp');
    await waitForText(ruleAt(1), /decides 1 of 2 recent alerts/);
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('button', { name: 'Remove the condition: condition 1.1 of rule 1' }).click();
    await waitForText(ruleAt(2), /never reached: rule 1 takes all/);
    await waitForText(page.getByRole('main'), /2 of 2 recent alerts go elsewhere\./);
    await keepPicture(page, 'routes-unreached-1440');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByLabel('Value of condition 1.1 of rule 1').press('Alt+ArrowDown');
    await page.getByRole('button', { name: 'Save as version 2' }).click();
    await waitForText(page.getByRole('main'), /Version 2, by Ana/);
    await page.goto(screens.at(`/services/${searchService}`));
    await waitForText(page.getByRole('list', { name: 'Routed here' }), /, by rule 2$/);
  });

  chapter('are tested with the recorded alerts before they are saved', async () => {
    await page.goto(screens.at(`/routes/${stage.setUpAnswer.integrationId}`));
    await page.getByLabel('Hold of rule 2').selectOption('5');
    await page.getByRole('button', { name: 'Backtest this change' }).click();
    await page.getByRole('option', { name: /^Changed routes: / }).waitFor({ state: 'attached' });
  });

  chapter('stand behind those of the organisation, which an admin changes', async () => {
    await page.goto(screens.at('/routes'));
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByLabel('Name of condition 1.1 of rule 1').fill('severity');
    await page.getByLabel('Value of condition 1.1 of rule 1').fill('critical');
    await chooseTyped(page, 'Where rule 1 leads', 'integration');
    await page.getByLabel('Hold of rule 1').selectOption('5');
    await waitForText(page.getByRole('list', { name: 'Rules' }), /decides 2 of 2 recent alerts/);
    await page.getByRole('button', { name: 'Save as version 1' }).click();
    await waitForText(page.getByRole('main'), /Version 1, by Ana/);
    await keepPicture(page, 'routes-of-organisation-1440');
    await page.emulateMedia({ colorScheme: 'dark' });
    await keepPicture(page, 'routes-of-organisation-1440-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await stage.alertmanager('firing', [{ name: 'SearchSlow' }], { groupKey: 'slow' });
    expect(await stage.getGroup(3)).toMatchObject({ serviceId: searchService, status: 'suppressed' });
    await page.goto(screens.at('/alerts/3'));
    await waitForText(page.getByRole('main'), /by rule 1 of the organisation \(version 1\) and rule 2 \(version 2\)\./);
    await waitForText(page.getByRole('main'), /Held by a route, in case it resolves, until/);
    await keepPicture(page, 'held-1440');
  });

  chapter('have lookup tables beside them, also of an address, which say how old they are', async () => {
    await page.goto(screens.at('/routes'));
    await page.getByRole('button', { name: 'New table' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Inventory');
    await dialog.getByLabel('Look up by').fill('instance');
    await dialog.getByRole('radio', { name: 'Address' }).check();
    await dialog.getByLabel('Address of a CSV file').fill(`${inventory.url}/hosts.csv`);
    await dialog.getByLabel('Header (optional)').fill('Authorization: Bearer 1234');
    await keepPicture(page, 'lookup-address-1440');
    await dialog.getByRole('button', { name: 'Save table' }).click();
    const line = page.getByRole('listitem').filter({ hasText: 'Inventory' });
    await waitForText(line, /instance gives owner/);
    await waitForText(line, /From http:\/\/127\.0\.0\.1/);
    inventory.isBroken = true;
    await stage.advance('PT61M');
    await page.reload();
    await waitForText(line, /can’t be fetched since .*: the server answered 503\. The rows of before are used\./);
    await keepPicture(page, 'lookups-1440');
    await page.emulateMedia({ colorScheme: 'dark' });
    await keepPicture(page, 'lookups-1440-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    inventory.isBroken = false;
    await line.getByRole('button', { name: 'Fetch Inventory' }).click();
    await page.reload();
    await waitForText(line, /From http/);
  });

  chapter('fit a phone', async () => {
    const size = { width: 390, height: 844 };
    const phone = await screens.visit('/routes', { as: stage.ana.api, size });
    await phone.getByLabel('Where rule 1 leads').waitFor();
    await waitForText(phone.getByRole('main'), /SearchSlow/);
    await keepPicture(phone, 'routes-390');
    await phone.emulateMedia({ colorScheme: 'dark' });
    await keepPicture(phone, 'routes-390-dark');
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });
});
