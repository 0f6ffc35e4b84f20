// browser: short, because no one is paged by SMS before it is set up here
import type { Page } from 'playwright-core';
import { TwilioServer } from '@tocsin/testing/channels/twilio/twilio-server.js';
import { desktop, sendCommand, waitForText, Screens, storyInBrowser, waitForValue } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const account = { accountSid: 'AC00000000000000000000000000000001', authToken: 'theAuthTokenOfTheAccount' };

storyInBrowser('SMS', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let twilio: TwilioServer;

  beforeAll(async () => {
    stage = await Stage.begin();
    twilio = await TwilioServer.start({ ...account, publicUrl: 'https://tocsin.example', localUrl: () => stage.tocsin.url });
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/settings/channels', { as: stage.ana.api, size: desktop });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
    await twilio.close();
  });

  const form = () => page.locator('#twilio');
  const test = async (): Promise<void> => form().getByRole('button', { name: 'Send test SMS' }).click();

  chapter('says that nothing is set up, and at each field what is wrong', async () => {
    await waitForText(page, /^Not set up yet: no one gets SMS or calls\./);
    await waitForValue(form().getByLabel('API address'), 'https://api.twilio.com');
    await form().getByLabel('Account SID').fill('not one');
    await form().getByLabel('Sender').fill('12');
    await form().getByRole('button', { name: 'Save' }).click();
    await waitForText(page, 'It begins with AC.');
    await waitForText(page, 'A phone number such as +14155550100, or a messaging service: MG….');
  });

  chapter('is tested as it is typed, before it is saved', async () => {
    await form().getByLabel('Account SID').fill(account.accountSid);
    await form().getByLabel('Sender').fill('+1 415 555 0100');
    await form().getByLabel('Countries', { exact: true }).fill('+41');
    await form().getByLabel('API address').fill(twilio.url);
    await form().getByLabel('Auth token').fill('wrong');
    await form().getByLabel('Send a test to').fill('+41 79 123 45 67');
    await test();
    await waitForText(page, /✕ The provider refuses this server’s account or sender/);
    await form().getByLabel('Auth token').fill(account.authToken);
    await test();
    await waitForText(page, '✓ The provider accepted the message. Check that it arrives.');
    expect(twilio.messages).toMatchObject([{ to: '+41791234567' }]);
  });

  chapter('is not saved before its countries are named: codes go to no others', async () => {
    await form().getByLabel('Countries', { exact: true }).fill('');
    await form().getByRole('button', { name: 'Save' }).click();
    await waitForText(page, 'At least one calling code, such as +41.');
    await form().getByLabel('Countries', { exact: true }).fill('Switzerland');
    await form().getByRole('button', { name: 'Save' }).click();
    await waitForText(page, 'Calling codes such as +41 +44.');
    await form().getByLabel('Countries', { exact: true }).fill('+41');
    await sendCommand(page, 'AddConnection', () => form().getByRole('button', { name: 'Save' }).click());
    const { api, personId } = stage.ana;
    const refused = (address: string) => api.expectRefusal('AddContactMethod', { kind: 'sms', personId, address });
    expect(await refused('+447911123456')).toMatchObject({ code: 'contact_method.country_off' });
    expect(await refused('+881612345678')).toMatchObject({ code: 'contact_method.number_costly' });
  });

  chapter('says what does not arrive without a public address, and never shows the token again', async () => {
    await waitForText(page, /Replies by SMS work/);
    expect(await page.content()).not.toContain(account.authToken);
    await waitForValue(form().getByLabel('Auth token'), '');
  });

  chapter('is added by a person, whose number is proved by a code', async () => {
    await screens.go(page, '/me');
    await page.getByRole('button', { name: 'Add contact method' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Contact method').selectOption('sms');
    await dialog.getByLabel('Phone number').fill('079 123');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await waitForText(dialog, 'A phone number with its country code, such as +41 79 123 45 67.');
    await dialog.getByLabel('Phone number').fill('+41 79 123 45 67');
    await sendCommand(page, 'AddContactMethod', () => dialog.getByRole('button', { name: 'Add', exact: true }).click());
    await stage.settle();
    await page.getByLabel('Code', { exact: true }).fill(twilio.messages.at(-1)!.body.slice(0, 6));
    await sendCommand(page, 'VerifyContactMethod', () => page.getByRole('button', { name: 'Verify' }).click());
    await waitForText(page, /Verified\. Texts a phone/);
    await stage.settle();
  });

  chapter('is removed only after saying who gets nothing any more', async () => {
    await screens.go(page, '/settings/channels');
    await page.getByRole('button', { name: 'Remove Twilio' }).click();
    const dialog = page.getByRole('dialog');
    await waitForText(dialog, /^.*1 person gets messages through it\./);
    await sendCommand(page, 'RemoveConnection', () => dialog.getByRole('button', { name: 'Remove connection' }).click());
    await waitForText(page, /^Not set up yet: no one gets SMS or calls\./);
  });
});
