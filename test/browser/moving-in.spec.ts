import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { storyInBrowser, waitForText, waitForValue, Screens } from '@tocsin/testing/browser/browser.js';
import { ForeignSystem } from '@tocsin/testing/foreign/foreign-system.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const token = 'tok-5f1e-planted-secret-0003';
const pictures = process.env['PICTURES'];

storyInBrowser('moving in on a screen', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let system: ForeignSystem;

  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const keepPictures = async (name: string): Promise<void> => {
    if (!pictures) return;
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(pictures, `moving-in-${name}-${width}-${colorScheme}.png`), fullPage: true });
      }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  };

  beforeAll(async () => {
    stage = await Stage.begin();
    system = await ForeignSystem.start('opsgenie', { token });
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/settings/moving-in', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
    await system.stop();
  });

  chapter('needs a token, and says so at its field', async () => {
    await field('Address').fill(system.origin);
    await keepPictures('start');
    await button('Read it').click();
    await waitForText(page.getByRole('main'), 'Type the token: it was not kept.');
  });

  chapter('waits for another token where one is refused, and keeps none', async () => {
    await page.getByLabel('Token').fill('wrong-token-000000');
    await button('Read it').click();
    await waitForText(page.getByRole('main'), 'Waits for the token');
    await waitForText(page.getByRole('main'), /refuses the token/);
    await keepPictures('waiting');
    await page.getByLabel('Token').fill(token);
    await button('Go on').click();
  });

  chapter('shows who is on call there and here, in another tab too', async () => {
    await waitForText(page.getByRole('main'), '✓ 0 unexplained');
    const tab = await screens.visit('/settings/moving-in', { as: stage.ana.api });
    await waitForText(tab.getByRole('main'), '✓ 0 unexplained');
    await tab.close();
  });

  chapter('is planned as a diff, and applied after a press', async () => {
    await button('Plan').click();
    await waitForText(page.getByRole('region', { name: 'The plan' }), /\d+ new, 0 changed, 0 removed/);
    await waitForText(page.getByRole('region', { name: 'The plan' }), /Will rehearse, and page no one until they go live: .*Data/);
    await keepPictures('report');
    await button('Apply').click();
    await waitForText(page.getByRole('region', { name: 'The plan' }), /Applied: \d+ steps/);
    await page.reload();
    await page.getByRole('button', { name: /^Send \d+ invitations$/ }).waitFor();
  });

  chapter('says above a form which file owns it, and lists what was edited all the same', async () => {
    const service = (await stage.ana.api.list('services')).find(({ name }) => name === 'Data')!;
    await page.goto(screens.at(`/services/${service.id}`));
    await waitForText(page.getByRole('main'), /Managed by files: import\/opsgenie/);
    await field('Name').fill('Data lake');
    await button('Save').click();
    await page.getByRole('link', { name: 'Edited since' }).click();
    await waitForText(page.getByRole('main'), /: name$/);
    await keepPictures('files');
    await page.goto(screens.at('/settings/moving-in'));
  });

  chapter('says whom each policy would reach, before anybody has confirmed a contact method: no one', async () => {
    await button('Run the drills').click();
    const drills = page.getByRole('region', { name: 'Drill of each policy' });
    await waitForText(drills, /\d+ of \d+ policies reach no one\./);
    await keepPictures('drills');
  });

  chapter('offers the phone numbers that were read, each to its person alone', async () => {
    await button('Offer numbers to 2 people').click();
    await waitForText(page.getByRole('region', { name: 'Phone numbers' }), 'New offers for 2 people.');
    await button('Offer again').click();
    await waitForText(page.getByRole('region', { name: 'Phone numbers' }), 'New offers for 0 people.');
    await keepPictures('numbers');
  });

  chapter('is deleted with all that was copied', async () => {
    await button('Delete the copy…').click();
    await button('Delete').click();
    await waitForValue(field('Team for what has none there'), 'Moved in');
  });
});
