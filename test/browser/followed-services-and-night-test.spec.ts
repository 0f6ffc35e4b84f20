import type { Page } from 'playwright-core';
import { TwilioServer } from '@tocsin/testing/channels/twilio/twilio-server.js';
import { desktop, phone, Screens, storyInBrowser, waitForText, waitForNoText } from '@tocsin/testing/browser/browser.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

const account = { accountSid: 'AC00000000000000000000000000000001', authToken: 'theAuthTokenOfTheAccount' };

storyInBrowser('a service that is followed, and a night test', (chapter) => {
  let stage: Stage;
  let mailbox: Mailbox;
  let twilio: TwilioServer;
  let screens: Screens;
  let page: Page;
  let zoe: Player;
  const look = async (name: string, of: Page): Promise<void> => {
    if (process.env['TOCSIN_LOOK']) await of.screenshot({ path: `${process.env['TOCSIN_LOOK']}/${name}.png`, fullPage: true });
  };

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    stage = await Stage.begin({ mailbox });
    twilio = await TwilioServer.start({ ...account, publicUrl: 'https://tocsin.example', localUrl: () => stage.tocsin.url });
    zoe = await stage.addPerson('Zoe', { isInTeam: false });
    const { api } = stage.ana;
    await api.prove();
    const fields = { baseUrl: twilio.url, ...account, sender: '+14155550100', countries: '+1 +41 +44 +49 +1876' };
    await api.run('AddConnection', { kind: 'twilio', name: 'Twilio', fields });
    await zoe.api.run('AddContactMethod', { kind: 'sms', personId: zoe.personId, address: '+41791234567' });
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit(`/services/${stage.setUpAnswer.serviceId}`, { as: zoe.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
    await twilio.close();
    await mailbox.close();
  });

  chapter('is followed by one press on its page', async () => {
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page.getByRole('button', { name: 'Stop following' }).waitFor();
    await look('service', page);
  });

  chapter('is listed in my settings, where it is chosen how I am told', async () => {
    await page.goto(`${stage.tocsin.url}/me#followed`);
    const slot = page.getByRole('combobox', { name: /How you are told about/ });
    await slot.waitFor();
    expect(await slot.locator('option').allTextContents()).toEqual(['By mail to your account']);
    await page.getByRole('link', { name: 'Download contact card' }).waitFor();
  });

  chapter('has a night test that is asked for, and cancelled, in one press each', async () => {
    await page.getByRole('button', { name: 'Page me at 3:00' }).click();
    const cancel = page.getByRole('button', { name: 'Cancel night test' });
    await cancel.waitFor();
    await waitForText(page, 'No page is known to have reached you at night in the last 90 days.');
    await look('me-1440', page);
    for (const [name, size, isDark] of [
      ['me-1440-dark', desktop, true],
      ['me-390', phone, false],
      ['me-390-dark', phone, true],
    ] as const) {
      if (!process.env['TOCSIN_LOOK']) continue;
      const other = await screens.visit('/me', { as: zoe.api, size, isDark });
      await other.getByRole('link', { name: 'Download contact card' }).waitFor();
      await other.getByRole('button', { name: 'Cancel night test' }).waitFor();
      await look(name, other);
      await other.close();
    }
    await cancel.click();
    await page.getByRole('button', { name: 'Page me at 3:00' }).waitFor();
  });

  chapter('is ended by the link in the mail, without a session, in one press', async () => {
    await stage.generic({ summary: 'Disk is full', key: 'disk', severity: 'critical' });
    await stage.settle();
    const mail = await mailbox.waitFor(({ text }) => text?.includes('/unfollow/') ?? false);
    const [, secret] = /\/unfollow\/([\w-]{64})/.exec(mail.text!)!;
    const outside = await screens.visit(`/unfollow/${secret!}`);
    const press = outside.getByRole('button', { name: 'Stop following' });
    await press.waitFor();
    await look('unfollow', outside);
    if (process.env['TOCSIN_LOOK']) {
      const dark = await screens.visit(`/unfollow/${secret!}`, { size: phone, isDark: true });
      await dark.getByRole('button', { name: 'Stop following' }).waitFor();
      await look('unfollow-390-dark', dark);
      await dark.close();
    }
    await press.click();
    await waitForText(outside, /^You don’t follow/);
    await waitForText(page, 'You follow no service.');
    await waitForNoText(page, /How you are told/);
  });
});
