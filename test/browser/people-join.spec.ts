import type { Page } from 'playwright-core';
import {
  storyInBrowser,
  waitForGone,
  waitForValue,
  waitForText,
  waitForNoText,
  Screens,
  eventually,
} from '@tocsin/testing/browser/browser.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Phone } from '@tocsin/testing/fakes/phone.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('somebody new', (chapter) => {
  let stage: Stage;
  let mailbox: Mailbox;
  let screens: Screens;
  let phone: Phone;
  let anasPage: Page;
  let inviteePage: Page;
  let link = '';

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    stage = await Stage.begin({ mailbox });
    phone = await Phone.start();
    screens = await Screens.open(() => stage.tocsin.url);
    anasPage = await screens.visit('/people', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await phone.close();
    await stage.detach();
  });

  chapter('is invited by a link that is shown once', async () => {
    await anasPage.getByRole('button', { name: 'Invite someone' }).click();
    const dialog = anasPage.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Cleo');
    await dialog.getByLabel('E-mail').fill('cleo@example.org');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await waitForText(dialog, 'Cleo is invited');
    link = (await dialog.locator('code').textContent())!;
    expect(link).toContain('/invite/');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await waitForText(anasPage.getByRole('row').filter({ hasText: 'Cleo' }), 'invited');
  });

  chapter('joins with a password, and is asked how they want to be reached', async () => {
    inviteePage = await screens.visit(new URL(link).pathname);
    await inviteePage.getByLabel('Password').fill('another good password');
    await inviteePage.getByRole('button', { name: 'Join' }).click();
    await inviteePage.getByRole('heading', { level: 1, name: 'My settings' }).waitFor();
    await waitForNoText(anasPage.getByRole('row').filter({ hasText: 'Cleo' }), 'invited');
  });

  chapter('proves an e-mail address by the code that is sent there', async () => {
    const before = mailbox.messages.length;
    await inviteePage.getByRole('button', { name: 'Add contact method' }).click();
    const dialog = inviteePage.getByRole('dialog');
    await dialog.getByLabel('Contact method').selectOption('email');
    await dialog.getByLabel('Address').fill('cleo@example.org');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await waitForText(inviteePage, 'not verified');
    await mailbox.waitFor((mail) => mailbox.messages.indexOf(mail) >= before && /is your/.test(mail.subject ?? ''));
    await inviteePage.getByLabel('Code', { exact: true }).fill('000000');
    await inviteePage.getByRole('button', { name: 'Verify' }).click();
    await waitForText(inviteePage, 'Couldn’t verify it');
    await inviteePage.getByLabel('Code', { exact: true }).fill(mailbox.lastCode()!);
    await inviteePage.getByRole('button', { name: 'Verify' }).click();
    await waitForText(
      inviteePage.getByRole('region', { name: 'Contact methods' }).getByRole('listitem').filter({ hasText: 'cleo@' }),
      /^Verified/,
    );
  });

  chapter('adds a webhook, whose signing secret is shown once', async () => {
    await inviteePage.getByRole('button', { name: 'Add contact method' }).click();
    const dialog = inviteePage.getByRole('dialog');
    await dialog.getByLabel('Contact method').selectOption('webhook');
    await dialog.getByLabel('Address').fill(phone.url);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await waitForText(dialog, 'Its signing secret');
    expect((await dialog.locator('code').textContent())!.length).toBeGreaterThan(20);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await inviteePage.getByLabel('Code', { exact: true }).fill(await phone.waitForCode());
    await inviteePage.getByRole('button', { name: 'Verify' }).click();
    await waitForNoText(inviteePage, 'not verified');
  });

  chapter('says when a method is used, in its own row', async () => {
    const row = inviteePage.getByRole('region', { name: 'Contact methods' }).getByRole('listitem').filter({ hasText: 'Webhook' });
    await row.getByLabel(/^High urgency.*: add a rule/).selectOption('after 5 min');
    await row.getByRole('button', { name: 'Add rule' }).click();
    await waitForValue(row.getByLabel(/^High urgency.*: rule/).nth(1), '5');
    await row
      .getByLabel(/^High urgency.*: rule/)
      .first()
      .selectOption('remove the rule');
    await row.getByRole('button', { name: 'Remove rule' }).click();
    await eventually(inviteePage, async () => expect(await row.getByLabel(/^High urgency.*: rule/).count()).toBe(1));
    await waitForValue(row.getByLabel(/^High urgency.*: rule/), '5');
  });

  chapter('switches a method off and on again, and is told before what is no longer covered', async () => {
    const row = (methodText: string) =>
      inviteePage.getByRole('region', { name: 'Contact methods' }).getByRole('listitem').filter({ hasText: methodText });
    await row('Webhook')
      .getByRole('button', { name: /^Switch off/ })
      .click();
    const dialog = inviteePage.getByRole('dialog');
    await waitForText(dialog, 'Only e-mail would be left: nothing would wake a locked phone.');
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await waitForText(row('Webhook'), 'switched off: not used for pages');
    await waitForText(
      inviteePage.getByRole('region', { name: 'Readiness' }),
      'You would get an e-mail only; nothing wakes a locked phone.',
    );
    await row('cleo@')
      .getByRole('button', { name: /^Switch off/ })
      .click();
    await waitForText(dialog, 'No other contact method works: you can’t be paged until you switch one on.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await row('Webhook')
      .getByRole('button', { name: /^Switch on/ })
      .click();
    await waitForText(inviteePage.getByRole('region', { name: 'Readiness' }), 'A page would reach you.');
  });

  chapter('changes the e-mail by the code that is sent to the new address, after it could have been cancelled', async () => {
    const pendingRegion = () => inviteePage.getByRole('region', { name: 'New e-mail' });
    const ask = async (email: string) => {
      await inviteePage.getByRole('button', { name: 'Change e-mail' }).click();
      await inviteePage.getByRole('dialog').getByLabel('New e-mail').fill(email);
      await inviteePage.getByRole('dialog').getByRole('button', { name: 'Send code' }).click();
    };
    await ask('ana@example.org');
    await waitForText(inviteePage.getByRole('dialog'), /exists already/);
    await inviteePage.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await ask('cleo@example.net');
    await waitForText(pendingRegion(), 'The code was sent. It works for 30 minutes.');
    await pendingRegion().getByRole('button', { name: 'Cancel change' }).click();
    await waitForGone(pendingRegion());
    await ask('cleo@example.com');
    await mailbox.waitFor(({ to, subject }) => JSON.stringify(to).includes('example.com') && /^\d{6} is your code/.test(subject ?? ''));
    await pendingRegion().getByLabel('Code for the new e-mail').fill(mailbox.lastCode()!);
    await pendingRegion().getByRole('button', { name: 'Confirm' }).click();
    await waitForText(inviteePage.getByRole('region', { name: 'Messages' }), 'You now sign in with cleo@example.com');
    await waitForValue(inviteePage.getByLabel('E-mail', { exact: true }), 'cleo@example.com');
  });

  chapter('reads times by the clock that they choose, in every tab at once, and hears the bell of this browser', async () => {
    const other = await inviteePage.context().newPage();
    await other.goto(screens.at('/history'));
    const times = other.locator('main time');
    await eventually(other, async () => expect(await times.first().textContent()).toMatch(/^\d\d:\d\d(:\d\d)?$/));
    await inviteePage.getByLabel('Clock').selectOption('12h');
    await eventually(other, async () => expect(await times.first().textContent()).toMatch(/^\d\d?:\d\d(:\d\d)? [ap]m$/));
    await inviteePage.getByLabel('Clock').selectOption('24h');
    await eventually(other, async () => expect(await times.first().textContent()).toMatch(/^\d\d:\d\d(:\d\d)?$/));
    await other.close();
    await inviteePage.getByText('Chime', { exact: true }).click();
    expect(await inviteePage.evaluate("localStorage.getItem('tocsin.bell')")).toBe('chime');
    await inviteePage.getByRole('button', { name: 'Play low urgency' }).click();
  });

  chapter('signs out, and in again', async () => {
    await inviteePage.getByRole('button', { name: 'Account of Cleo' }).click();
    await inviteePage.getByRole('button', { name: 'Sign out' }).click();
    await inviteePage.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    await inviteePage.getByLabel('E-mail').fill('cleo@example.com');
    await inviteePage.getByLabel('Password').fill('wrong horse battery');
    await inviteePage.getByRole('button', { name: 'Sign in' }).click();
    await inviteePage
      .getByRole('alert')
      .filter({ hasText: /password/i })
      .waitFor();
    await inviteePage.getByLabel('Password').fill('another good password');
    await inviteePage.getByRole('button', { name: 'Sign in' }).click();
    await waitForText(inviteePage, 'All quiet');
  });
});
