import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { TwilioServer } from '@tocsin/testing/channels/twilio/twilio-server.js';
import { desktop, phone, Screens, storyInBrowser, waitForNoText, waitForText } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const account = { accountSid: 'AC00000000000000000000000000000001', authToken: 'theAuthTokenOfTheAccount' };
const [email, number] = ['bo.castillo@example.org', '+41791234542'];

storyInBrowser('phone numbers of the old system', (chapter) => {
  let stage: Stage;
  let twilio: TwilioServer;
  let screens: Screens;
  let page: Page;
  const offers = () => page.getByRole('region', { name: 'Phone numbers from your old system' });
  const look = async (name: string): Promise<void> => {
    const folder = process.env['PICTURES'];
    if (!folder) return;
    for (const [width, size] of [
      [1440, desktop],
      [390, phone],
    ] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
      }
    await page.setViewportSize(desktop);
    await page.emulateMedia({ colorScheme: 'light' });
  };

  beforeAll(async () => {
    stage = await Stage.begin();
    twilio = await TwilioServer.start({ ...account, publicUrl: 'https://tocsin.example', localUrl: () => stage.tocsin.url });
    const { api } = stage.ana;
    await api.prove();
    const fields = { baseUrl: twilio.url, ...account, sender: '+14155550100', countries: '+41' };
    await api.run('AddConnection', { kind: 'twilio', name: 'Twilio', fields });
    const { says } = await api.run('InvitePerson', { name: 'Bo Castillo', email, role: 'member' });
    const numbers = (['sms', 'voice'] as const).map((kind) => ({ kind, number }));
    await api.request('POST', '/api/moving-in/phone-numbers', { from: 'rescue', system: 'opsgenie', people: [{ email, numbers }] });
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit(new URL(String(says['invitation'])).pathname);
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
    await twilio.close();
  });

  chapter('are offered at the first sign-in, by their last two digits', async () => {
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByRole('button', { name: 'Join' }).click();
    await waitForText(offers(), 'SMS to … 42. Use it?');
    await waitForText(offers(), 'Calls to … 42. Use it?');
    await look('offer');
  });

  chapter('become a contact method in one press, and are verified by the code that is sent', async () => {
    await offers().getByRole('button', { name: 'Use it: SMS to … 42' }).click();
    await waitForNoText(offers(), 'SMS to');
    const [code] = /^\d{6}/.exec((await twilio.waitFor(({ to }) => to === number)).body)!;
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill(code);
    await page.getByRole('button', { name: 'Verify' }).click();
    await waitForNoText(page.getByRole('main'), 'not verified');
  });

  chapter('are deleted in one press', async () => {
    await offers().getByRole('button', { name: 'No: delete Calls to … 42' }).click();
    await offers().waitFor({ state: 'detached' });
    await look('offer-used');
  });
});
