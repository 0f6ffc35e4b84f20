import type { Page } from 'playwright-core';
import { limits } from '@tocsin/contracts/limits.js';
import { storyInBrowser, waitForGone, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const signals = 320;

storyInBrowser('in a storm', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let list: Page;
  let service: Page;
  let reads = 0;

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.integration('generic');
    screens = await Screens.open(() => stage.tocsin.url);
    list = await screens.visit('/alerts', { as: stage.ana.api });
    service = await screens.visit(`/services/${stage.setUpAnswer.serviceId}`, { as: stage.ana.api });
    for (const page of [list, service])
      page.on('request', (request) => (reads += Number(new URL(request.url()).pathname.startsWith('/api/'))));
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('all that comes is taken, and counted at its integration, which says that it is more than usual', async () => {
    await waitForText(service, 'No alerts yet');
    const { path } = await stage.integration('generic');
    const send = (n: number) =>
      stage.tocsin.anonymous.request('POST', path, { summary: `Disk ${n} is full`, key: `disk-${n}`, severity: 'info' });
    const answers = await Promise.all(Array.from({ length: signals }, (_, n) => send(n)));
    expect(answers.filter(({ status }) => status !== 202)).toEqual([]);
    await stage.settle();
    await waitForText(service, `above its usual limit: ${signals} in 5 min; all are kept`);
    const row = (await stage.ana.api.list('arrivals')).find(({ minutes }) => minutes.length > 0);
    expect(row!.minutes.reduce((sum, minute) => sum + minute.signals, 0)).toBe(signals);
    expect((await stage.listGroups()).length).toBeGreaterThan(0);
  });

  chapter('screens are told, and ask for far less than they may', async () => {
    await waitForText(list, /Disk \d+ is full|\d new/);
    expect(reads).toBeLessThan(limits.readsPerMinute / 10);
  });

  chapter('is over five minutes later', async () => {
    await stage.advance('PT6M');
    await service.reload();
    await waitForText(service, '✓ Accepted 6 min ago');
    await waitForGone(service.getByText(/above its usual limit/));
  });
});
