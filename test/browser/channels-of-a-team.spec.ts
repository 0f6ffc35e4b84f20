import type { Page } from 'playwright-core';
import { sendCommand, storyInBrowser, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('a channel of a chat as the target of a step', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/settings/events', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('is added by its ID, in the words of its chat, without a secret that nobody needs', async () => {
    await page.getByRole('button', { name: 'Add subscription' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add event subscription' });
    await dialog.getByLabel('Receiver').selectOption('Slack channel');
    await dialog.getByLabel('Name').fill('#ops');
    await dialog.getByLabel('Channel ID').fill('https://hooks.example.org/ops');
    await dialog.getByRole('button', { name: 'Add subscription' }).click();
    await waitForText(dialog, 'This is not an address of this kind of receiver.');
    await dialog.getByLabel('Channel ID').fill('C012AB3CD');
    await sendCommand(page, 'CreateEventSubscription', () => dialog.getByRole('button', { name: 'Add subscription' }).click());
    await waitForText(page.getByRole('listitem', { name: '#ops' }), 'Slack C012AB3CD');
    await stage.settle();
  });

  chapter('is chosen in the editor, which says that it pages no one; readiness names the step', async () => {
    await page.goto(`${stage.tocsin.url}/policies/${stage.setUpAnswer.policyId}`);
    const step = page.getByRole('listitem', { name: 'Step 1' });
    await step.getByRole('button', { name: 'Add someone to step 1' }).click();
    await page.getByPlaceholder('Find').fill('ops');
    await waitForText(page.getByRole('menuitem', { name: /#ops/ }), 'Channel in Slack: pages no one');
    await page.keyboard.press('Enter');
    await step.getByRole('button', { name: 'Remove #ops (Slack) from step 1' }).waitFor();
    await step.getByRole('button', { name: /^Remove you from step 1|^Remove Ana from step 1/ }).click();
    await waitForText(page, 'This policy pages no one: it only calls webhooks and channels.');
  });
});
