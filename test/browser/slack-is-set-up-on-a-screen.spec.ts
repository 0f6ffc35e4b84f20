// browser: short, because no one is paged in Slack before it is set up here
import type { Page } from 'playwright-core';
import { SlackServer } from '@tocsin/testing/channels/slack/slack-server.js';
import { slackTokens } from '@tocsin/testing/channels/slack/slack-stage.js';
import { desktop, sendCommand, waitForText, Screens, storyInBrowser } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('Slack', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let slack: SlackServer;

  beforeAll(async () => {
    slack = await SlackServer.start(slackTokens);
    slack.addUser('U0ANA', 'ana');
    stage = await Stage.begin();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/settings/channels', { as: stage.ana.api, size: desktop });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
    await slack.close();
  });

  const form = () => page.locator('#slack');

  chapter('shows the steps with the manifest, and at each field what is wrong', async () => {
    await waitForText(page, /Not set up yet: no one is paged in Slack\./);
    await waitForText(page, /From a manifest/);
    await form().getByLabel('Bot User OAuth Token').fill('xapp-1');
    await form().getByRole('button', { name: 'Save' }).click();
    await waitForText(page, 'It begins with xoxb-.');
  });

  chapter('is tested as it is typed: both tokens and a message', async () => {
    await form().getByLabel('API address').fill(slack.url);
    await form().getByLabel('Bot User OAuth Token').fill(slackTokens.botToken);
    await form().getByLabel('App-level token').fill('xapp-wrong');
    await form().getByLabel('Send a test to').fill('U0ANA');
    await form().getByRole('button', { name: 'Send test message' }).click();
    await waitForText(page, /✕ App-level token: .*Slack answered invalid_auth/);
    await form().getByLabel('App-level token').fill(slackTokens.appToken);
    await form().getByRole('button', { name: 'Send test message' }).click();
    await waitForText(page, '✓ The provider accepted the message. Check that it arrives.');
    expect(slack.posts).toMatchObject([{ channel: 'D0ANA' }]);
  });

  chapter('says whether pressed buttons arrive, and never shows a token again', async () => {
    await sendCommand(page, 'AddConnection', () => form().getByRole('button', { name: 'Save' }).click());
    await slack.waitForSockets(1);
    await screens.go(page, '/me');
    await screens.go(page, '/settings/channels');
    await waitForText(page, /✓ Connected at .*: pressed buttons reach Tocsin\./);
    for (const token of Object.values(slackTokens)) expect(await page.content()).not.toContain(token);
  });

  chapter('is added by a person, who sees whose account it is before they enter the code', async () => {
    await screens.go(page, '/me');
    await page.getByRole('button', { name: 'Add contact method' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Contact method').selectOption('slack');
    await dialog.getByLabel('Member ID').fill('ana');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await waitForText(dialog, 'A member ID such as U012AB3CD.');
    await dialog.getByLabel('Member ID').fill('U0ANA');
    await sendCommand(page, 'AddContactMethod', () => dialog.getByRole('button', { name: 'Add', exact: true }).click());
    await waitForText(page, 'Slack user @ana of Acme: is this you? Only then enter the code.');
    const { text } = await slack.waitForPost((post) => /\b\d{6}\b/.test(post.text));
    await stage.settle();
    await page.getByLabel('Code', { exact: true }).fill(/\b\d{6}\b/.exec(text)![0]);
    await sendCommand(page, 'VerifyContactMethod', () => page.getByRole('button', { name: 'Verify' }).click());
    await waitForText(page, /Verified\. A direct message in Slack/);
  });
});
