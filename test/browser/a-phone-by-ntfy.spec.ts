import type { Page } from 'playwright-core';
import { NtfyServer } from '@tocsin/testing/channels/ntfy/ntfy-server.js';
import { eventually, desktop, sendCommand, waitForText, Screens, storyInBrowser } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('a phone by ntfy', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let ntfy: NtfyServer;

  beforeAll(async () => {
    ntfy = await NtfyServer.start({ token: 'tk_ana' });
    stage = await Stage.begin();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/me', { as: stage.ana.api, size: desktop });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
    await ntfy.close();
  });

  chapter('has a form with the public server and a topic that nobody guesses', async () => {
    await page.getByRole('button', { name: 'Add contact method' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Contact method').selectOption('ntfy');
    expect(await dialog.getByLabel('Server').getAttribute('placeholder')).toBe('https://ntfy.sh');
    await eventually(page, async () => expect(await dialog.getByLabel('Topic').inputValue()).toMatch(/^tocsin-[a-z0-9]{16}$/));
  });

  chapter('says at the field what is wrong', async () => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Server').fill('http://10.0.0.1');
    await dialog.getByLabel('Topic').fill('Ana’s phone');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await waitForText(dialog, 'Up to 64 letters, digits, - and _.');
    await dialog.getByLabel('Topic').fill('ana-7f3k');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await waitForText(dialog, /TOCSIN_ALLOW_CIDR/);
  });

  chapter('is verified by the code that the phone shows, and never shows its token again', async () => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Server').fill(ntfy.url);
    await dialog.getByLabel('Access token').fill('tk_ana');
    await sendCommand(page, 'AddContactMethod', () => dialog.getByRole('button', { name: 'Add', exact: true }).click());
    await stage.settle();
    await waitForText(page, 'The code was published to your topic.');
    await page.getByLabel('Code', { exact: true }).fill(ntfy.messages[0]!.title.slice(0, 6));
    await sendCommand(page, 'VerifyContactMethod', () => page.getByRole('button', { name: 'Verify' }).click());
    await waitForText(page, /Verified\. Notifies the ntfy app/);
    expect(await page.content()).not.toContain('tk_ana');
  });

  chapter('previews the page as the phone shows it', async () => {
    await page.getByRole('button', { name: 'Preview' }).last().click();
    await waitForText(page.getByRole('dialog'), 'Buttons: Acknowledge, Seen, keep paging');
  });
});
