import type { Page } from 'playwright-core';
import type { CommandInput } from '@tocsin/contracts/catalogue.js';
import { storyInBrowser, waitForLive, phone, waitForText, waitForNoText, Screens, waitForValue } from '@tocsin/testing/browser/browser.js';
import { IdentityProvider } from '@tocsin/testing/fakes/identity-provider.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import type { Client } from '@tocsin/testing/stage/client.js';

const client = { id: 'tocsin', secret: 'the secret of the client' };
const password = 'correct horse battery';

storyInBrowser('owners, and who becomes one', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let provider: IdentityProvider;
  let adam: Client;
  let ana: Client;
  let anasPage: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    adam = await stage.tocsin.join(stage.ana.api, 'Adam', 'admin');
    provider = await IdentityProvider.start({ ...client, callback: `${stage.tocsin.url}/api/openid/callback` });
    provider.addPeople({ sub: 'ana-at-work', name: 'Ana', email: 'ana@example.org', email_verified: true });
    screens = await Screens.open(() => stage.tocsin.url);
    // the sign-in passes through the provider, whose pages load a font from another host
    screens.expectedErrors = new RegExp(`${provider.issuer}|fonts\\.googleapis\\.com`);
    ana = stage.ana.api;
    // a session of its own: the browser continues with rotated tokens
    anasPage = await screens.visit('/people', { as: await stage.tocsin.signIn('Ana') });
  });
  afterAll(async () => {
    await screens.close();
    await provider.close();
    await stage.detach();
  });

  const signInSettings = (onlyOpenId: boolean): CommandInput<'ConfigureSignIn'> => ({
    openId: {
      issuer: provider.issuer,
      clientId: client.id,
      clientSecret: client.secret,
      label: 'Harbour ID',
      domains: [],
      createsPeople: false,
    },
    onlyOpenId,
  });
  const invitePerson = async (admin: Client, name: string, role: 'member' | 'admin' = 'member') => {
    const { says: inviteAnswer } = await admin.run('InvitePerson', { name, email: `${name.toLowerCase()}@example.org`, role });
    return { id: String(inviteAnswer['personId']), path: new URL(String(inviteAnswer['invitation'])).pathname };
  };
  /** Confirms the password dialog, as often as a command needs a recent sign-in. */
  const proveIdentity = async (page: Page): Promise<void> => {
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
  };
  const chooseRole = (page: Page, role: string) => page.getByLabel('Role', { exact: true }).selectOption(role);

  chapter('an invitation is looked at first: a bad one says so before anything is typed, and not whose it was', async () => {
    const { path } = await invitePerson(ana, 'Bo');
    const invitePage = await screens.visit(path, { size: phone });
    await waitForText(invitePage, /bo@example.org is invited to Acme/);
    await waitForValue(invitePage.getByLabel('Your name'), 'Bo');
    await invitePage.getByLabel('Password').fill(password);
    await invitePage.getByRole('button', { name: 'Join' }).click();
    await invitePage.getByRole('heading', { level: 1, name: 'My settings' }).waitFor();
    const texts: string[] = [];
    for (const badPath of [path, '/invite/never-made']) {
      const page = await screens.visit(badPath, { size: phone });
      await waitForText(page, 'This link has expired');
      await waitForText(page, 'This invitation is unknown, used or expired.');
      expect(await page.getByLabel('Password').count()).toBe(0);
      texts.push(await page.locator('main').innerText());
      await page.context().close();
    }
    expect(texts[0]).toBe(texts[1]);
    await invitePage.context().close();
  });

  chapter('is asked for the password before inviting an admin, and continues', async () => {
    await stage.advance('PT16M');
    await anasPage.getByRole('button', { name: 'Invite someone' }).click();
    const dialog = anasPage.getByRole('dialog', { name: 'Invite someone' });
    await dialog.getByLabel('Name').fill('Ida');
    await dialog.getByLabel('E-mail').fill('ida@example.org');
    await dialog.getByLabel('Role').selectOption('admin');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await proveIdentity(anasPage);
    await waitForText(anasPage.getByRole('dialog'), 'Ida is invited');
    await anasPage.getByRole('button', { name: 'Done' }).click();
  });

  chapter('is made one in a dialog that says what ends; their password too, where an admin saw its link', async () => {
    const { id, path } = await invitePerson(adam, 'Cleo');
    const invitePage = await screens.visit(path);
    await invitePage.getByLabel('Password').fill(password);
    await invitePage.getByRole('button', { name: 'Join' }).click();
    await waitForLive(invitePage);
    await stage.advance('PT16M');
    await anasPage.goto(screens.at(`/people/${id}`));
    await chooseRole(anasPage, 'owner');
    const dialog = anasPage.getByRole('dialog', { name: 'Make Cleo an owner' });
    await waitForText(dialog, /signed out everywhere/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await waitForValue(anasPage.getByLabel('Role', { exact: true }), 'member');
    await chooseRole(anasPage, 'owner');
    await dialog.getByRole('button', { name: 'Make an owner' }).click();
    await proveIdentity(anasPage);
    await waitForText(anasPage, 'No password set: send them a link to choose one.');
    await invitePage.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    await anasPage.getByRole('button', { name: 'Password reset link' }).click();
    expect(await anasPage.getByRole('dialog').locator('code').textContent()).toContain('/reset/');
    await anasPage.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await invitePage.context().close();
  });

  chapter('who is invited still gets a new link, which an admin can’t make', async () => {
    await adam.prove();
    const { id, path } = await invitePerson(adam, 'Dee', 'admin');
    await anasPage.goto(screens.at(`/people/${id}`));
    await chooseRole(anasPage, 'owner');
    await waitForText(anasPage.getByRole('dialog'), /Their open invitation is cancelled/);
    await anasPage.getByRole('dialog').getByRole('button', { name: 'Make an owner' }).click();
    await waitForText(anasPage, 'They have not joined and have no valid link.');
    const badPage = await screens.visit(path);
    await waitForText(badPage, 'This link has expired');
    await badPage.context().close();
    const personPage = await screens.visit(`/people/${id}`, { as: adam });
    expect(await personPage.getByRole('button', { name: 'Create a new link' }).isDisabled()).toBe(true);
    await waitForText(personPage, 'Only owners can create links.');
    await personPage.context().close();
    await anasPage.getByRole('button', { name: 'Create a new link' }).click();
    await waitForText(anasPage.getByRole('dialog'), 'Dee is invited');
    await anasPage.getByRole('button', { name: 'Done' }).click();
  });

  chapter('are not let in by a provider that an admin set, and are told what to do, until one of them confirms it', async () => {
    await adam.run('ConfigureSignIn', signInSettings(true));
    const signInPage = await screens.visit('/settings/sign-in', { as: adam, size: phone });
    await waitForText(signInPage, 'Owners can’t sign in with Harbour ID');
    await waitForText(signInPage, 'Ask an owner to confirm it here.');
    await signInPage.context().close();
    const signedOutPage = await screens.visit('/sign-in');
    await signedOutPage.getByRole('link', { name: 'Sign in with Harbour ID' }).click();
    await signedOutPage.locator('input[name=login]').fill('ana-at-work');
    await signedOutPage.locator('input[name=password]').fill('any');
    await signedOutPage.getByRole('button', { name: 'Sign-in' }).click();
    await signedOutPage.getByRole('button', { name: 'Continue' }).click();
    await waitForText(signedOutPage, /No owner has confirmed this identity provider/);
    // the password form is visible, which is otherwise folded
    await signedOutPage.getByLabel('E-mail').fill('ana@example.org');
    await signedOutPage.getByLabel('Password').fill(password);
    await signedOutPage.getByRole('button', { name: 'Sign in', exact: true }).click();
    await waitForLive(signedOutPage);
    await signedOutPage.goto(screens.at('/settings/sign-in'));
    await signedOutPage.getByRole('button', { name: 'Confirm for owners' }).click();
    await waitForNoText(signedOutPage, 'Owners can’t sign in with Harbour ID');
    await signedOutPage.context().close();
    expect((await ana.request('GET', '/api/settings/sign-in')).body).toMatchObject({ forOwners: true });
  });

  chapter('people who join with the provider type no password', async () => {
    await ana.prove();
    const { path } = await invitePerson(ana, 'Fay');
    const page = await screens.visit(path, { size: phone });
    await page.getByRole('link', { name: 'Join with Harbour ID' }).waitFor();
    expect(await page.getByLabel('Password').count()).toBe(0);
    await page.context().close();
  });

  chapter('set up mail where an e-mail contact method says that there is none, and try it before they save it', async () => {
    const mailbox = await Mailbox.start({ user: 'tocsin', pass: 'of the mail server' });
    const page = await screens.visit('/me', { as: await stage.tocsin.signIn('Ana') });
    await page.getByRole('button', { name: 'Add contact method' }).click();
    const dialog = page.getByRole('dialog');
    await waitForText(dialog, 'Mail is not set up yet');
    expect(await dialog.getByRole('button', { name: 'Add' }).isEnabled()).toBe(false);
    await dialog.getByRole('link', { name: 'Set up mail' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mail' }).waitFor();

    const fields = page.getByRole('main');
    await fields.getByLabel('Security').selectOption('tls');
    await waitForValue(fields.getByLabel('Port'), '465');
    await fields.getByLabel('Security').selectOption('none');
    await fields.getByLabel('Host').fill('127.0.0.1');
    await fields.getByLabel('Port').fill(String(mailbox.port));
    await fields.getByLabel('User name').fill('tocsin');
    await fields.getByLabel('Password').fill('another password');
    const test = () => fields.getByRole('button', { name: 'Send test mail' }).click();
    await test();
    await waitForText(fields, 'Sender: Required.');
    await fields.getByLabel('Sender').fill('Tocsin <tocsin@example.org>');
    await waitForValue(fields.getByLabel('Send it to'), 'ana@example.org');
    await test();
    await waitForText(fields, /refused the login \(535 .*\)\. Check user name and password/);
    await fields.getByRole('button', { name: 'Save anyway' }).waitFor();
    await fields.getByLabel('Password').fill('of the mail server');
    await waitForNoText(fields, 'refused the login');
    await test();
    await waitForText(fields, 'The server accepted the mail.');
    expect(mailbox.messages.map(({ subject }) => subject)).toEqual(['Test mail from Tocsin']);

    await fields.getByRole('button', { name: 'Save', exact: true }).click();
    await fields.getByPlaceholder('unchanged').waitFor();
    expect(await page.content()).not.toContain('of the mail server');
    await page.goto(screens.at('/me'));
    await page.getByRole('button', { name: 'Add contact method' }).click();
    await dialog.getByLabel('Address').fill('ana@example.org');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await mailbox.waitFor(({ subject }) => /is your/.test(subject ?? ''));
    await page.context().close();
    await mailbox.close();
  });
});
