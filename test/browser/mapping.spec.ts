import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { storyInBrowser, waitForText, waitForValue, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const pictures = process.env['PICTURES'];

storyInBrowser('the mapping of a generic integration', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let address: string;
  let integrationId: string;

  const post = (body: object): Promise<Response> =>
    fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const keepPictures = async (): Promise<void> => {
    if (!pictures) return;
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(pictures, `mapping-${width}-${colorScheme}.png`), fullPage: true });
      }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  };

  beforeAll(async () => {
    stage = await Stage.begin();
    const { teamId, serviceId } = stage.setUpAnswer;
    const { says } = await stage.ana.api.run('CreateIntegration', { teamId, serviceId, name: 'Shop', kind: 'generic' });
    [address, integrationId] = [String(says['address']), String(says['integrationId'])];
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit(`/mappings/${integrationId}`, { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('shows the next request by itself, also one that is refused', async () => {
    await waitForText(page.getByRole('main'), /Waiting for the first request/);
    await post({ event: 'order-stuck', order: { id: 17, 'shop-name': 'Leipzig' }, level: 'crit' });
    await page.getByRole('region', { name: 'Refused request' }).waitFor();
  });

  chapter('is written by choosing values, and shows what the request becomes', async () => {
    await page.getByRole('button', { name: 'event order-stuck: use for Title' }).click();
    await waitForValue(field('Title'), 'event');
    await field('Key').focus();
    await page.getByRole('button', { name: 'shop-name Leipzig: use for Key' }).click();
    await waitForValue(field('Key'), 'order.`shop-name`');
    await field('Labels').fill('{ "shop": order.`shop-name` }');
    await field('Severity').fill('level = "crit" ? "critical"');
    await waitForText(page.getByRole('region', { name: 'Refused request' }), /Title\s*order-stuck/);
    await field('Severity').fill('$number(level)');
    await waitForText(page.getByRole('region', { name: 'Refused request' }), /The expression of Severity fails: Unable to cast/);
    await field('Severity').fill('$now()');
    await page.getByRole('button', { name: 'Save as version 1' }).click();
    await waitForText(page.getByRole('main'), /\$now is not available/);
    await field('Severity').fill('level');
    await page.reload();
    await waitForText(page.getByRole('main'), /Your unsaved changes from/);
    await page.getByRole('button', { name: 'Save as version 1' }).click();
    await waitForText(page.getByRole('main'), /Version 1, by Ana/);
  });

  chapter('reads the next request, and says what the last ones would have become', async () => {
    expect((await post({ event: 'order-late', order: { id: 18, 'shop-name': 'Halle' }, level: 'warning' })).status).toBe(202);
    await waitForText(page.getByRole('list', { name: 'Request' }), /order-late/);
    await field('Title').fill('"Order " & order.id');
    await page.getByRole('button', { name: 'Try the last 200' }).click();
    await waitForText(page.getByRole('list', { name: 'Results' }), /trigger: Order 18/);
    await keepPictures();
    await waitForText(
      page.getByRole('region', { name: 'Recent requests' }),
      /1 request tried: 0 would fail, 1 would have become something else/,
    );
    await page.goto(screens.at(`/services/${stage.setUpAnswer.serviceId}`));
    const line = page.getByRole('listitem').filter({ hasText: 'Shop' });
    await line.getByRole('button', { name: 'Settings' }).click();
    await line.getByRole('link', { name: 'Edit mapping' }).click();
    await waitForText(page.getByRole('heading', { level: 1 }), 'Mapping of Shop');
  });
});
