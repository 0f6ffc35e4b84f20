import type { Page } from 'playwright-core';
import { chooseTyped, storyInBrowser, desktop, phone, sendCommand, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('the urgency of a service', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit(`/services/${stage.setUpAnswer.serviceId}`, { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const save = () => sendCommand(page, 'ChangeService', () => page.getByRole('button', { name: 'Save', exact: true }).click());

  chapter('goes by support hours, which begin as those of an office', async () => {
    await page.getByLabel('Urgency', { exact: true }).selectOption({ label: 'if severity is critical or error, in support hours' });
    await chooseTyped(page, 'Time zone of support hours', 'Europe/Berlin');
    await save();
    expect(await stage.getRow('services', stage.setUpAnswer.serviceId)).toMatchObject({
      urgencyRule: 'support_hours',
      supportHours: { timeZone: 'Europe/Berlin', times: [{ weekdays: [1, 2, 3, 4, 5], times: { from: '09:00', to: '17:00' } }] },
    });
  });

  for (const size of [desktop, phone])
    chapter(`stands on ${size.width} without a way to the side`, async () => {
      await page.setViewportSize(size);
      await page.reload();
      await page.getByLabel('Time zone of support hours').waitFor();
      expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    });

  chapter('forgets them where another rule is chosen', async () => {
    await page.getByLabel('Urgency', { exact: true }).selectOption({ label: 'always' });
    await save();
    const row = await stage.getRow('services', stage.setUpAnswer.serviceId);
    expect(row.urgencyRule).toBe('always_high');
    expect(row.supportHours).toBeUndefined();
  });
});
