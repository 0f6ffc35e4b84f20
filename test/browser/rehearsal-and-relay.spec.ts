import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { desktop, phone, Screens, storyInBrowser, waitForText } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('a service that rehearses, on its screen', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let old: Server;
  let serviceId: string;
  const look = async (name: string, of: Page): Promise<void> => {
    if (process.env['TOCSIN_LOOK']) await of.screenshot({ path: `${process.env['TOCSIN_LOOK']}/${name}.png`, fullPage: true });
  };
  const lookEverywhere = async (name: string, path: string, ready: (of: Page) => Promise<unknown>): Promise<void> => {
    for (const [suffix, size, isDark] of [
      ['1440', desktop, false],
      ['1440-dark', desktop, true],
      ['390', phone, false],
      ['390-dark', phone, true],
    ] as const) {
      if (!process.env['TOCSIN_LOOK']) continue;
      const other = await screens.visit(path, { as: stage.ana.api, size, isDark });
      await ready(other);
      await look(`${name}-${suffix}`, other);
      await other.close();
    }
  };

  beforeAll(async () => {
    stage = await Stage.begin();
    old = createServer((_request, response) => response.writeHead(202).end());
    await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
    const { teamId, policyId } = stage.setUpAnswer;
    const made = await stage.ana.api.run('CreateService', { teamId, name: 'Moved in', policyId, rehearses: true });
    serviceId = String(made.says['serviceId']);
    const { says } = await stage.ana.api.run('CreateIntegration', { teamId, serviceId, name: 'From PagerDuty', kind: 'generic' });
    await stage.settle();
    await stage.tocsin.anonymous.request('POST', new URL(String(says['address'])).pathname, {
      summary: 'Payments are down',
      key: 'payments',
      severity: 'critical',
    });
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit(`/services/${serviceId}`, { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
    await new Promise((resolve) => old.close(resolve));
  });

  chapter('says in red that no one is paged, who would have been, and that nothing reaches the old system', async () => {
    await waitForText(page, 'alerts escalate as usual, but no one is paged');
    await waitForText(page, 'Rehearsing: right now no one is paged.');
    await waitForText(page, '1 message for 1 alert');
    await waitForText(page, 'set a relay at an integration');
    await lookEverywhere('rehearsal', `/services/${serviceId}`, (of) => waitForText(of, '1 message for 1 alert'));
    await lookEverywhere('services', '/services', (of) => of.getByText('rehearsing', { exact: true }).waitFor());
    await lookEverywhere('alerts', '/alerts', (of) => of.getByText('rehearsal', { exact: true }).waitFor());
    await lookEverywhere('group', '/alerts/1', (of) => waitForText(of, 'the service is rehearsing'));
    await lookEverywhere('health', '/settings/health', (of) => waitForText(of, 'These services page no one'));
    await lookEverywhere('me', '/me', (of) => of.getByRole('checkbox', { name: 'Page me for services that rehearse' }).waitFor());
  });

  chapter('is relayed from the settings of its integration', async () => {
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByLabel('Relay address').fill(`http://127.0.0.1:${(old.address() as AddressInfo).port}/in`);
    await page.getByLabel('Key in header').fill('Authorization');
    await page.getByLabel('Key', { exact: true }).fill('theirs');
    await page.getByRole('button', { name: 'Save relay' }).click();
    await waitForText(page, 'Relays to 127.0.0.1');
    await look('relay', page);
  });

  chapter('goes live by one press, after a dialog that says what is open', async () => {
    await page.getByRole('button', { name: 'Go live' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take Moved in live?' });
    await dialog.getByText('1 open alert pages people from the next message or step on.').waitFor();
    await look('go-live', page);
    await dialog.getByRole('button', { name: 'Go live' }).click();
    await page.getByText('A page would reach').waitFor();
    expect(await page.getByText('Who would have been paged').count()).toBe(0);
  });
});
