import type { Page } from 'playwright-core';
import { storyInBrowser, phone, press, waitForText, waitForNoText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const pagedCount = 5;

storyInBrowser('on a phone', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  const open = (): Promise<Page> => screens.visit('/alerts', { as: stage.ana.api, size: phone });

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.integration('generic');
    const { api, personId } = stage.ana;
    const { says: addAnswer } = await api.run('AddContactMethod', { kind: 'browser', personId });
    await api.run('AddNotificationRule', {
      personId,
      urgency: 'high',
      contactMethodId: String(addAnswer['contactMethodId']),
      delayMinutes: 0,
    });
    screens = await Screens.open(() => stage.tocsin.url, 'whole');
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('the first press does what it is on, though it unlocks the sound as well', async () => {
    const page = await open();
    await waitForText(page, 'Turn on sound');
    await page.getByRole('button', { name: 'Quick search' }).tap();
    await page.getByRole('dialog', { name: 'Quick search' }).waitFor();
    await waitForNoText(page, /Turn on sound/);
    await page.close();
  });

  chapter('many pages at once are one bar and a count, which opens them: the list stays in view', async () => {
    const page = await open();
    await press(page);
    await stage.settle();
    for (let n = 1; n <= pagedCount; n += 1) await stage.generic({ summary: `Disk ${n} is full`, key: `disk-${n}` });
    await stage.settleFully();
    const more = page.getByRole('button', { name: `${pagedCount - 1} more` });
    await more.waitFor();
    expect(await page.getByRole('button', { name: 'Seen, keep paging' }).count()).toBe(1);
    await more.tap();
    expect(await page.getByRole('button', { name: 'Seen, keep paging' }).count()).toBe(pagedCount);
  });

  chapter('while a person is paged, nothing moves away from under the first press', async () => {
    const page = await open();
    await waitForText(page, /this tab’s sound is off/);
    const title = page.locator('h1').first();
    await title.hover();
    const before = await title.boundingBox();
    await page.mouse.down();
    await waitForText(page, 'Sound is on now');
    expect(await title.boundingBox()).toEqual(before);
    await page.mouse.up();
    await page.close();
  });
});
