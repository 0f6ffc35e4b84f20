import type { Page } from 'playwright-core';
import { storyInBrowser, phone, rowOf, waitForText, Screens, serverIsGone } from '@tocsin/testing/browser/browser.js';
import { freePort } from '@tocsin/testing/machine/free-port.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('what does not work', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin({ env: { PORT: String(await freePort()) } });
    await stage.generic({ summary: 'Payments are down', key: 'payments' });
    screens = await Screens.open(() => stage.tocsin.url);
    // a browser reports the status of a screen that does not exist
    screens.expectedErrors = new RegExp(`${serverIsGone.source}|404 \\(Not Found\\).*/nowhere`);
    page = await screens.visit('/alerts/1', { as: stage.ana.api });
    await waitForText(page, /Notifying you/);
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('says that there is no such alert group, and leads on', async () => {
    await page.goto(screens.at('/alerts/999'));
    await waitForText(page, /There is no alert group at this address/);
    await page.getByRole('link', { name: 'Go to the alerts' }).click();
    await rowOf(page, 1).getByRole('link').click();
    await waitForText(page, /Notifying you/);
  });

  chapter('says that there is no such screen', async () => {
    const notFoundPage = await screens.visit('/nowhere');
    await waitForText(notFoundPage, /There is no screen at this address/);
    await notFoundPage.context().close();
  });

  chapter('says what was not done when the server is gone, and that a second press counts once', async () => {
    const onPhone = await screens.visit(new URL(stage.ana.phone.pages[0]!.link).pathname, { size: phone });
    await waitForText(onPhone, 'Waiting for you, Ana.');
    await stage.tocsin.stop();
    await page.getByRole('textbox', { name: 'Note' }).fill('The provider is down, too.');
    await page.getByRole('button', { name: 'Add note' }).click();
    const message = page.getByRole('region', { name: 'Messages' });
    await waitForText(message, /Couldn’t add your note to #1/);
    await waitForText(message, /The server could not be reached. Nothing was changed.*safely try again/);
    await onPhone.getByRole('button', { name: 'Acknowledge' }).tap();
    await waitForText(onPhone, /The server could not be reached. Nothing was changed/);
    await stage.restart();
    expect((await stage.getGroup()).status).toBe('firing');
    await onPhone.getByRole('button', { name: 'Acknowledge' }).tap();
    await waitForText(onPhone, 'You’ve got it, Ana.');
  });

  chapter('shows who came first when two resolve at once, and calls it no error', async () => {
    await waitForText(page, 'You acknowledged');
    const { id: groupId } = await stage.getGroup();
    await stage.ana.api.run('ResolveAlertGroup', { groupId });
    await waitForText(page, 'Resolved by you');
  });
});
