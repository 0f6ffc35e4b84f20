import type { Page } from 'playwright-core';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { storyInBrowser, waitForText, waitForNoText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('the weekly summary', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let mePage: Page;

  beforeAll(async () => {
    stage = await Stage.begin({ mailbox: await Mailbox.start(), env: { TOCSIN_CLOCK_AT: '2026-11-20T10:00:00.000Z' } });
    screens = await Screens.open(() => stage.tocsin.url);
    mePage = await screens.visit('/me', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const section = () => mePage.getByRole('region', { name: 'Weekly summary' });
  const choice = () => section().getByRole('checkbox');
  const isOn = async (): Promise<boolean> => (await stage.getRow('contacts', stage.ana.personId)).weeklySummary !== undefined;

  chapter('is off until its reader turns it on', async () => {
    await waitForText(section(), /Sent at 8:00/);
    expect(await choice().isChecked()).toBe(false);
    await choice().click();
    await waitForText(section(), /Next one/);
    expect(await isOn()).toBe(true);
  });

  chapter('is turned off again', async () => {
    await choice().click();
    await waitForNoText(section(), /Next one/);
    expect(await isOn()).toBe(false);
  });
});
