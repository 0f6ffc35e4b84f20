import type { Page } from 'playwright-core';
import { describeInBrowser, desktop, sendCommand, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

describeInBrowser('a webhook that sends SMS', () => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/me', { as: stage.ana.api, size: desktop });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const listMethods = async () => {
    await stage.settle();
    return (await stage.getRow('contacts', stage.ana.personId)).methods;
  };

  const chooseRelay = (relayName: string) =>
    sendCommand(page, 'ChooseWebhookRelay', () =>
      page
        .getByLabel(/^Receiver,/)
        .first()
        .selectOption(relayName),
    );

  it('is said to be one when it is added', async () => {
    await page.getByRole('button', { name: 'Add contact method' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Contact method').selectOption('webhook');
    await dialog.getByLabel('Address').fill('http://127.0.0.1:9/sms');
    expect(await dialog.getByLabel('Receiver').inputValue()).toBe('');
    await dialog.getByLabel('Receiver').selectOption('Gateway that sends SMS');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await waitForText(page, 'Its signing secret');
    await page.getByRole('button', { name: 'Done' }).click();
    expect((await listMethods()).at(-1)).toMatchObject({ kind: 'webhook', relaysAs: 'sms' });
  });

  it('is chosen for one that is there, and ended', async () => {
    await chooseRelay('gateway that calls');
    expect((await listMethods())[0]).toMatchObject({ relaysAs: 'voice' });
    await chooseRelay('just a webhook');
    expect((await listMethods())[0]).not.toHaveProperty('relaysAs');
  });

  it('shows on the ladder what waits for its limit', async () => {
    const { api, personId, methodId } = stage.ana;
    await api.run('ChooseWebhookRelay', { personId, contactMethodId: methodId, relaysAs: 'sms' });
    await stage.settle();
    for (let n = 0; n < 6; n += 1) {
      await stage.alertmanager('firing', [{ name: `Disk${n}`, severity: 'warning' }], { groupKey: `g${n}` });
      await stage.settle();
      if (n < 5) await stage.advance('PT2M');
    }
    const groupPage = await screens.visit('/alerts/6', { as: api, size: desktop });
    await waitForText(groupPage, /message limit reached, sent within/);
  });
});
