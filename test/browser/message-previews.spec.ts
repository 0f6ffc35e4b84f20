import type { Page } from 'playwright-core';
import { describeInBrowser, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

describeInBrowser('the preview of a contact method', () => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/me', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  it('shows a page, and a message that names several alert groups', async () => {
    await page
      .getByRole('button', { name: /^Preview/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await waitForText(dialog, '"type": "page"');
    await dialog.getByRole('button', { name: 'Several alert groups' }).click();
    await waitForText(dialog, '"type": "bundle"');
    await waitForText(dialog, '"count": 7');
  });
});
