import type { Page } from 'playwright-core';
import { rowOf, storyInBrowser, waitForText, waitForGone, phone, Screens } from '@tocsin/testing/browser/browser.js';
import { alertmanagerMessage } from '@tocsin/testing/stage/monitoring-messages.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('a search', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  const send = async (instances: readonly string[]): Promise<void> => {
    const { path } = await stage.integration('alertmanager');
    const conditions = instances.map((instance) => ({ name: 'HostDown', instance, severity: 'info' }));
    const body = alertmanagerMessage('firing', conditions, { groupKey: 'hosts', groupLabels: { alertname: 'HostDown' } });
    expect((await stage.tocsin.anonymous.request('POST', path, body)).status).toBe(202);
    await stage.settle();
  };
  const hosts = Array.from({ length: 100 }, (_, n) => `web-${n}.eu-1`);

  beforeAll(async () => {
    stage = await Stage.begin();
    await send(hosts);
    await stage.generic({ summary: 'Disk is full', key: 'disk', severity: 'info' });
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/alerts', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('finds a group by an alert in it, and says by which', async () => {
    await page.getByRole('searchbox').fill('web-87.eu');
    await waitForText(rowOf(page, 1), 'in #1: instance=web-87.eu-1');
    await waitForGone(rowOf(page, 2));
    await page.getByRole('searchbox').fill('instance=~web-8[0-9].*');
    await waitForText(rowOf(page, 1), /in #1: instance=web-8\d\.eu-1/);
  });

  chapter('shows by itself what joins a group meanwhile', async () => {
    await page.getByRole('searchbox').fill('late-1');
    await waitForText(page, 'Nothing matches.');
    await send([...hosts, 'late-1.eu-1']);
    await waitForText(rowOf(page, 1), 'in #1: instance=late-1.eu-1');
  });

  chapter('says what is wrong with a pattern', async () => {
    await page.getByRole('searchbox').fill('instance=~(');
    await waitForText(page, /“\(” is not a valid pattern/);
    await page.getByRole('searchbox').fill('');
    await rowOf(page, 2).waitFor();
  });

  chapter('finds it in the quick search and on a phone, too', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('web-87.eu');
    await waitForText(page.getByRole('dialog'), '· in it: instance=web-87.eu-1');
    const onPhone = await screens.visit('/alerts?q=web-87.eu', { as: stage.ana.api, size: phone });
    await onPhone.getByText('in #1: instance=web-87.eu-1').filter({ visible: true }).waitFor();
    expect(await onPhone.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });
});
