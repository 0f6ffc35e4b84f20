import type { Page } from 'playwright-core';
import { Screens, sendCommand, storyInBrowser, waitForText, waitForValue } from '@tocsin/testing/browser/browser.js';
import { alertmanagerMessage } from '@tocsin/testing/stage/monitoring-messages.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('refused lately', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    screens = await Screens.open(() => stage.tocsin.url);
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('an integration shows why, whose message it looks like, and what was sent', async () => {
    const { path } = await stage.integration('generic');
    await stage.tocsin.anonymous.request('POST', path, alertmanagerMessage('firing', [{ name: 'DiskFull' }]));
    await stage.tocsin.anonymous.request('POST', path, '{"summary": ');
    page = await screens.visit(`/services/${stage.setUpAnswer.serviceId}`, { as: stage.ana.api });
    const line = page.getByRole('listitem').filter({ hasText: 'By generic' }).first();
    await line.getByRole('button', { name: 'Settings' }).click();
    const list = page.getByRole('region', { name: 'Refused lately' });
    await waitForText(list, 'This looks like a message of Prometheus Alertmanager.');
    await list.getByText('This looks like').click();
    await waitForText(list, 'DiskFull');
  });

  chapter('one for mails names whose it takes', async () => {
    await stage.integration('mail');
    await page.goto(screens.at(`/services/${stage.setUpAnswer.serviceId}`));
    const line = page.getByRole('listitem').filter({ hasText: 'By mail' }).first();
    await line.getByRole('button', { name: 'Settings' }).click();
    await line.getByLabel('Accepted senders').fill('nobody, @example.org');
    await line.getByRole('button', { name: 'Save' }).first().click();
    await waitForText(line, 'An e-mail address, or a domain as @example.org.');
    await line.getByLabel('Accepted senders').fill('Nagios@example.org @monitoring.example.org');
    await sendCommand(page, 'ChangeMailSenders', () => line.getByRole('button', { name: 'Save' }).first().click());
    await waitForValue(line.getByLabel('Accepted senders'), 'nagios@example.org, @monitoring.example.org');
  });
});
