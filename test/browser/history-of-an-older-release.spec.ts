import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describeInBrowser, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';
import { unpack, type GoldenFolder } from '../golden/golden-folder.js';

describeInBrowser('History that 0.1.0 wrote', () => {
  let folder: GoldenFolder;
  let server: Tocsin;
  let screens: Screens;
  let ana: Client;
  let page: Page;

  beforeAll(async () => {
    folder = await unpack('0.1.0', 'embedded');
    server = await Tocsin.start({ data: folder.data, profile: 'embedded' });
    await server.settle();
    ana = await server.signIn('Ana', folder.owner.password);
    screens = await Screens.open(() => server.url);
  });
  afterAll(async () => {
    await screens.close();
    await server.stop();
    rmSync(folder.place, { recursive: true, force: true });
  });

  it('says “not recorded” of a fact of Tocsin’s own that names no cause, and that a person’s came from outside', async () => {
    page = await screens.visit('/history?type=AttemptSent&detail=every', { as: ana });
    const attempt = page.getByRole('main').locator('ol > li').first();
    await attempt.getByRole('button', { name: 'Message sent' }).click();
    await waitForText(attempt, 'not recorded');
    page = await screens.visit('/history?type=AlertGroupAcknowledged', { as: ana });
    const acknowledgedLine = page.getByRole('main').locator('ol > li').first();
    await acknowledgedLine.getByRole('button', { name: 'Acknowledged' }).click();
    await waitForText(acknowledgedLine, 'This came from outside Tocsin');
  });

  it('says so in the timeline of an alert group, where every detail is asked for', async () => {
    const group = (await ana.list('alertGroups', 'sort=number')).find(({ status }) => status === 'firing');
    page = await screens.visit(`/alerts/${group!.number}`, { as: ana });
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByRole('button', { name: 'Show all' }).click();
    await waitForText(timeline, 'Cause: not recorded');
  });
});
