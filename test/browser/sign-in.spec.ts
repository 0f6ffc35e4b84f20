import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import {
  storyInBrowser,
  waitForLive,
  phone,
  waitForText,
  waitForNoText,
  Screens,
  eventually,
  waitForValue,
} from '@tocsin/testing/browser/browser.js';
import { IdentityProvider } from '@tocsin/testing/fakes/identity-provider.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { Client } from '@tocsin/testing/stage/client.js';

const client = { id: 'tocsin', secret: 'the secret of the client' };

storyInBrowser('signing in', (chapter) => {
  let stage: Stage;
  let mailbox: Mailbox;
  let screens: Screens;
  let provider: IdentityProvider;
  let bo: Player;
  let bosPage: Page;
  let app: TOTP;
  let recoveryCode: string;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    stage = await Stage.begin({ mailbox });
    bo = await stage.addPerson('Bo');
    provider = await IdentityProvider.start({ ...client, callback: `${stage.tocsin.url}/api/openid/callback` });
    provider.addPeople({ sub: 'bo-at-work', name: 'Bo', email: 'bo@example.org', email_verified: true });
    screens = await Screens.open(() => stage.tocsin.url);
    // the sign-in passes through the provider, whose pages load a font from another host
    screens.expectedErrors = new RegExp(`${provider.issuer}|fonts\\.googleapis\\.com`);
    bosPage = await screens.visit('/sign-in', { size: phone });
  });
  afterAll(async () => {
    await screens.close();
    await provider.close();
    await stage.detach();
  });

  chapter('continues if the person is already signed in', async () => {
    const anasPage = await screens.visit('/sign-in?to=%2Fpeople', { as: stage.ana.api });
    await anasPage.getByRole('heading', { level: 1, name: 'Teams & people' }).waitFor();
    await anasPage.context().close();
  });

  const generateCode = async (): Promise<string> => app.generate({ timestamp: Date.parse(await stage.advance('PT30S')) });
  const signIn = async (password: string): Promise<void> => {
    await bosPage.getByLabel('E-mail').fill('bo@example.org');
    await bosPage.getByLabel('Password').fill(password);
    await bosPage.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const signOut = async (): Promise<void> => {
    await bosPage.getByRole('button', { name: 'More' }).click();
    await bosPage.getByRole('button', { name: 'Sign out' }).click();
    await bosPage.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  };

  chapter('a forgotten password is chosen anew by a link in a mail', async () => {
    await bosPage.getByLabel('E-mail').fill('bo@example.org');
    await bosPage.getByRole('button', { name: 'Forgot password?' }).click();
    await waitForValue(bosPage.getByLabel('E-mail'), 'bo@example.org');
    await bosPage.getByRole('button', { name: 'Send me a link' }).click();
    await waitForText(bosPage, 'Check your mail');
    const mail = await mailbox.waitFor(({ subject }) => subject === 'Choose a new password for Tocsin');
    const path = new URL(/https?:\/\/\S+\/reset\/\S+/.exec(mail.text ?? '')![0]).pathname;
    await bosPage.goto(screens.at(path));
    await waitForText(bosPage, 'For Bo, bo@example.org.');
    await bosPage.getByLabel('New password').fill('a whole new horse');
    await bosPage.getByRole('button', { name: 'Set password' }).click();
    await waitForText(bosPage, 'Password changed');
    await bosPage.getByRole('link', { name: 'Go to sign-in' }).click();
    await signIn('a whole new horse');
    await waitForLive(bosPage);
    const secondPage = await screens.visit(path);
    await waitForText(secondPage, 'This link has expired');
    await secondPage.context().close();
  });

  chapter('two-factor is turned on with an app, and its recovery codes are shown once', async () => {
    await bosPage.goto(screens.at('/me'));
    await bosPage.getByRole('button', { name: 'Turn on', exact: true }).click();
    const dialog = bosPage.getByRole('dialog');
    await dialog.getByRole('img').waitFor();
    await dialog.getByText('Can’t scan it?').click();
    const secret = (await dialog.locator('code').textContent())!.replaceAll(' ', '');
    app = new TOTP({ secret });
    await dialog.getByLabel('Code').fill('000000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await waitForText(dialog, /The code is wrong/);
    await dialog.getByLabel('Code').fill(await generateCode());
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await waitForText(dialog, 'Save your recovery codes');
    [recoveryCode = ''] = (await dialog.locator('code').textContent())!.split('\n');
    await dialog.getByRole('button', { name: 'I saved them' }).click();
    await waitForText(bosPage, '10 recovery codes left.');
  });

  chapter('asks for a code from then on: of the app, or a recovery code', async () => {
    await signOut();
    await signIn('a whole new horse');
    await bosPage.getByLabel('Code').fill('123456');
    await bosPage.getByRole('button', { name: 'Sign in' }).click();
    await bosPage.getByRole('alert').waitFor();
    await bosPage.getByLabel('Code').fill(await generateCode());
    await bosPage.getByRole('button', { name: 'Sign in' }).click();
    await waitForLive(bosPage);
    await signOut();
    await signIn('a whole new horse');
    await bosPage.getByRole('button', { name: 'I don’t have my app here' }).click();
    await bosPage.getByLabel('Recovery code').fill(recoveryCode);
    await bosPage.getByRole('button', { name: 'Sign in' }).click();
    await waitForLive(bosPage);
  });

  chapter('shows where I am signed in, and ends the others at once', async () => {
    const { body } = await stage.tocsin.anonymous.request<{ challenge: string }>('POST', '/api/session', {
      email: 'bo@example.org',
      password: 'a whole new horse',
    });
    const second = { challenge: body.challenge, code: await generateCode() };
    const session = await stage.tocsin.anonymous.request<{ token: string }>('POST', '/api/session/second-step', second);
    const other = await screens.visit('/alerts', { as: new Client(stage.tocsin.url, session.body.token, bo.personId) });
    await bosPage.goto(screens.at('/me'));
    await waitForText(bosPage, '✓ this session');
    await bosPage.getByRole('button', { name: 'End all other sessions' }).click();
    await other.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    await waitForNoText(bosPage, 'End all other sessions');
    await other.context().close();
  });

  chapter('a password is changed with the old one', async () => {
    await bosPage.getByRole('button', { name: 'Change password' }).click();
    const dialog = bosPage.getByRole('dialog');
    await dialog.getByLabel('Old password').fill('not this horse');
    await dialog.getByLabel('New password').fill('one more good horse');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await waitForText(dialog, 'The old password is wrong.');
    await dialog.getByLabel('Old password').fill('a whole new horse');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await waitForText(bosPage, 'Password changed');
  });

  chapter('an admin helps who is locked out: a link, and two-factor off', async () => {
    const anasPage = await screens.visit(`/people/${bo.personId}`, { as: stage.ana.api });
    await anasPage.getByRole('button', { name: 'Password reset link' }).click();
    const dialog = anasPage.getByRole('dialog');
    await waitForText(dialog, 'Password reset link for Bo');
    expect(await dialog.locator('code').textContent()).toContain('/reset/');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await anasPage.getByRole('button', { name: 'Turn two-factor off' }).click();
    await anasPage.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await waitForText(anasPage, 'two-factor off.');
    await anasPage.context().close();
  });

  chapter('an identity provider is connected: what is mistyped is said at its field', async () => {
    const anasPage = await screens.visit('/settings/sign-in', { as: stage.ana.api });
    await anasPage.getByRole('button', { name: 'Connect identity provider' }).click();
    await anasPage.getByLabel('Name on the button').fill('Harbour ID');
    await anasPage.getByLabel('Issuer').fill(`${provider.issuer}/not-here`);
    await anasPage.getByLabel('Client id').fill(client.id);
    await anasPage.getByLabel('Client secret').fill(client.secret);
    await anasPage.getByLabel('Passwords for owners only').check();
    await anasPage.getByRole('button', { name: 'Save' }).click();
    await waitForText(anasPage, /No identity provider answered here/);
    await anasPage.getByLabel('Issuer').fill(provider.issuer);
    await anasPage.getByRole('button', { name: 'Save' }).click();
    await waitForText(anasPage, 'Applies from the next sign-in.');
    await eventually(anasPage, async () => expect(await anasPage.evaluate('document.querySelector("[name=clientSecret]").value')).toBe(''));
    await anasPage.context().close();
  });

  chapter('by the identity provider, and back where I was', async () => {
    await signOut();
    await bosPage.goto(screens.at('/sign-in?to=%2Fservices'));
    await bosPage.getByRole('link', { name: 'Sign in with Harbour ID' }).click();
    await bosPage.locator('input[name=login]').fill('bo-at-work');
    await bosPage.locator('input[name=password]').fill('any');
    await bosPage.getByRole('button', { name: 'Sign-in' }).click();
    await bosPage.getByRole('button', { name: 'Continue' }).click();
    await bosPage.getByRole('heading', { level: 1, name: 'Services' }).waitFor();
    await bosPage.goto(screens.at('/me'));
    await waitForText(bosPage, 'Linked to your account.');
  });

  chapter('says when the provider is down, and lets owners in by password', async () => {
    await signOut();
    await provider.close();
    await bosPage.goto(screens.at('/sign-in'));
    await bosPage.getByRole('link', { name: 'Sign in with Harbour ID' }).click();
    await waitForText(bosPage, /The identity provider did not answer correctly/);
    await signIn('one more good horse');
    await waitForText(bosPage, /this is not an owner/);
    await bosPage.getByLabel('E-mail').fill('ana@example.org');
    await bosPage.getByLabel('Password').fill('correct horse battery');
    await bosPage.getByRole('button', { name: 'Sign in', exact: true }).click();
    await waitForLive(bosPage);
  });
});
