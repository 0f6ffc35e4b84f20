import type { Page } from 'playwright-core';
import { storyInBrowser, waitForValue, press, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import type { Client } from '@tocsin/testing/stage/client.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('somebody who verified an e-mail first', (chapter) => {
  let mailbox: Mailbox;
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let bo: Client;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    stage = await Stage.begin({ mailbox });
    const player = await stage.addPerson('Bo');
    bo = player.api;
    screens = await Screens.open(() => stage.tocsin.url, 'whole');
    page = await screens.visit('/me', { as: bo });
    await press(page);
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
    await mailbox.close();
  });

  const browserMethod = async () => {
    await stage.settle();
    const { methods, rules } = await bo.row('contacts', bo.personId);
    const browser = methods.find(({ kind }) => kind === 'browser')?.contactMethodId;
    return rules.filter(({ contactMethodId }) => contactMethodId === browser).map(({ urgency, delayMinutes }) => [urgency, delayMinutes]);
  };

  chapter('is told what one press adds: the browser, and its rules', async () => {
    await page.getByRole('button', { name: 'Turn on browser alerts' }).click();
    await waitForText(page.getByRole('region', { name: 'Messages' }), 'high urgency at once, low urgency at once');
    expect(await browserMethod()).toEqual([
      ['high', 0],
      ['low', 0],
    ]);
  });

  chapter('rings there when paged', async () => {
    await stage.ana.api.run('PageSomeone', { personIds: [bo.personId], title: 'Come quickly', urgency: 'high' });
    await waitForText(page.getByRole('alert'), 'Come quickly');
  });

  chapter('chooses the rules of a further method where it is added', async () => {
    await page.getByRole('button', { name: 'Add contact method' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('bo.private@example.org');
    await dialog.getByLabel('High urgency').selectOption('After 5 min');
    await dialog.getByLabel('Low urgency').selectOption('Not used');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await waitForText(page.getByRole('region', { name: 'Messages' }), 'Notification rules added: high urgency after 5 min');
    const row = page.getByRole('region', { name: 'Contact methods' }).getByRole('listitem').filter({ hasText: 'bo.private@' });
    await waitForValue(row.getByLabel(/^High urgency.*: rule/), '5');
    await waitForValue(row.getByLabel(/^Low urgency.*: add a rule/), 'never');
  });
});
