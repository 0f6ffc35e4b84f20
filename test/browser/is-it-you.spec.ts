import type { Page } from 'playwright-core';
import { storyInBrowser, waitForGone, waitForLive, phone, waitForText, Screens, waitForValue } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('what a session alone must not do', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  beforeAll(async () => {
    stage = await Stage.begin();
    screens = await Screens.open(() => stage.tocsin.url);
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const expectPrompt = async (page: Page, name: string): Promise<void> => {
    await waitForLive(page);
    await page.getByRole('button', { name: 'Issue token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Read alerts, history').check();
    await dialog.getByRole('button', { name: 'Issue token' }).click();
  };

  chapter('asks nothing right after signing in', async () => {
    const page = await screens.visit('/me', { as: stage.ana.api });
    await expectPrompt(page, 'Fresh');
    await waitForText(page, 'It is shown only once.');
    await page.context().close();
  });

  chapter('asks for the password in a small dialog, and goes on by itself', async () => {
    const session = await stage.tocsin.signIn('Ana');
    await stage.advance('PT16M');
    const page = await screens.visit('/me', { as: session, size: phone });
    await expectPrompt(page, 'Later');
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByLabel('Your password').fill('not this horse');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await waitForText(dialog, 'The password is wrong.');
    await dialog.getByLabel('Your password').fill('correct horse battery');
    await page.keyboard.press('Enter');
    await waitForText(page, 'It is shown only once.');
    await waitForGone(dialog);
    expect((await stage.ana.api.list('tokens')).map(({ name }) => name).toSorted()).toEqual(['Fresh', 'Later']);
    // the browser continues with the new token of the proof; its previous one ends
    await stage.advance('PT1M1S');
    await page.reload();
    await waitForLive(page);
    expect((await session.request('GET', '/api/session')).status).toBe(401);
  });

  chapter('does nothing when it is let be, and says so', async () => {
    await stage.advance('PT16M');
    const page = await screens.visit('/me', { as: stage.ana.api });
    await expectPrompt(page, 'Never');
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await waitForText(page, /You signed in a while ago: confirm that it’s you/);
    await waitForValue(page.getByRole('dialog').getByLabel('Name'), 'Never');
    expect(await stage.ana.api.list('tokens')).toHaveLength(2);
  });
});
