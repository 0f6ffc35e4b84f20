import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { storyInBrowser, waitForLive, phone, waitForText, waitForNoText, Screens, eventually } from '@tocsin/testing/browser/browser.js';
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
  let his: Page;
  let app: TOTP;
  let recoveryCode: string;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    stage = await Stage.begin({ mailbox });
    bo = await stage.person('Bo');
    provider = await IdentityProvider.start({ ...client, callback: `${stage.tocsin.url}/api/openid/callback` });
    provider.addPeople({ sub: 'bo-at-work', name: 'Bo', email: 'bo@example.org', email_verified: true });
    screens = await Screens.open(() => stage.tocsin.url);
    // the sign-in passes through the provider, whose pages load a font from another host
    screens.expectedErrors = new RegExp(`${provider.issuer}|fonts\\.googleapis\\.com`);
    his = await screens.visit('/sign-in', { size: phone });
  });
  afterAll(async () => {
    await screens.close();
    await provider.close();
    await stage.leave();
  });

  chapter('continues if the person is already signed in', async () => {
    const hers = await screens.visit('/sign-in?to=%2Fpeople', { as: stage.ana.api });
    await hers.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    await hers.context().close();
  });

  const nextCode = async (): Promise<string> => app.generate({ timestamp: Date.parse(await stage.advance('PT30S')) });
  const signIn = async (password: string): Promise<void> => {
    await his.getByLabel('E-mail').fill('bo@example.org');
    await his.getByLabel('Password').fill(password);
    await his.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const signOut = async (): Promise<void> => {
    await his.getByRole('button', { name: 'Account of Bo' }).click();
    await his.getByRole('button', { name: 'Sign out' }).click();
    await his.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  };

  chapter('a forgotten password is chosen anew by a link in a mail', async () => {
    await his.getByLabel('E-mail').fill('bo@example.org');
    await his.getByRole('button', { name: 'Forgot password?' }).click();
    expect(await his.getByLabel('E-mail').inputValue()).toBe('bo@example.org');
    await his.getByRole('button', { name: 'Send me a link' }).click();
    await waitForText(his, 'Check your mail');
    const mail = await mailbox.waitFor(({ subject }) => subject === 'Choose a new password for Tocsin');
    const path = new URL(/https?:\/\/\S+\/reset\/\S+/.exec(mail.text ?? '')![0]).pathname;
    await his.goto(screens.at(path));
    await waitForText(his, 'For Bo, bo@example.org.');
    await his.getByLabel('New password').fill('a whole new horse');
    await his.getByRole('button', { name: 'Set password' }).click();
    await waitForText(his, 'Password changed');
    await his.getByRole('link', { name: 'Go to sign-in' }).click();
    await signIn('a whole new horse');
    await waitForLive(his);
    const again = await screens.visit(path);
    await waitForText(again, 'This link has expired');
    await again.context().close();
  });

  chapter('two-factor is turned on with an app, and its recovery codes are shown once', async () => {
    await his.goto(screens.at('/me'));
    await his.getByRole('button', { name: 'Turn on' }).click();
    const dialog = his.getByRole('dialog');
    await dialog.getByRole('img').waitFor();
    await dialog.getByText('Can’t scan it?').click();
    const secret = (await dialog.locator('code').textContent())!.replaceAll(' ', '');
    app = new TOTP({ secret });
    await dialog.getByLabel('Code').fill('000000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await waitForText(dialog, /The code is wrong/);
    await dialog.getByLabel('Code').fill(await nextCode());
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await waitForText(dialog, 'Save your recovery codes');
    [recoveryCode = ''] = (await dialog.locator('code').textContent())!.split('\n');
    await dialog.getByRole('button', { name: 'I saved them' }).click();
    await waitForText(his, '10 recovery codes left.');
  });

  chapter('asks for a code from then on: of the app, or a recovery code', async () => {
    await signOut();
    await signIn('a whole new horse');
    await his.getByLabel('Code').fill('123456');
    await his.getByRole('button', { name: 'Sign in' }).click();
    await his.getByRole('alert').waitFor();
    await his.getByLabel('Code').fill(await nextCode());
    await his.getByRole('button', { name: 'Sign in' }).click();
    await waitForLive(his);
    await signOut();
    await signIn('a whole new horse');
    await his.getByRole('button', { name: 'I don’t have my app here' }).click();
    await his.getByLabel('Recovery code').fill(recoveryCode);
    await his.getByRole('button', { name: 'Sign in' }).click();
    await waitForLive(his);
  });

  chapter('shows where I am signed in, and ends the others at once', async () => {
    const { body } = await stage.tocsin.anonymous.request<{ challenge: string }>('POST', '/api/session', {
      email: 'bo@example.org',
      password: 'a whole new horse',
    });
    const second = { challenge: body.challenge, code: await nextCode() };
    const session = await stage.tocsin.anonymous.request<{ token: string }>('POST', '/api/session/second-step', second);
    const other = await screens.visit('/alerts', { as: new Client(stage.tocsin.url, session.body.token, bo.personId) });
    await his.goto(screens.at('/me'));
    await waitForText(his, '✓ this session');
    await his.getByRole('button', { name: 'End all other sessions' }).click();
    await other.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    await waitForNoText(his, 'End all other sessions');
    await other.context().close();
  });

  chapter('a password is changed with the old one', async () => {
    await his.getByRole('button', { name: 'Change password' }).click();
    const dialog = his.getByRole('dialog');
    await dialog.getByLabel('Old password').fill('not this horse');
    await dialog.getByLabel('New password').fill('one more good horse');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await waitForText(dialog, 'The old password is wrong.');
    await dialog.getByLabel('Old password').fill('a whole new horse');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await waitForText(his, 'Password changed');
  });

  chapter('an admin helps who is locked out: a link, and two-factor off', async () => {
    const hers = await screens.visit(`/people/${bo.personId}`, { as: stage.ana.api });
    await hers.getByRole('button', { name: 'Password reset link' }).click();
    const dialog = hers.getByRole('dialog');
    await waitForText(dialog, 'Password reset link for Bo');
    expect(await dialog.locator('code').textContent()).toContain('/reset/');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await hers.getByRole('button', { name: 'Turn two-factor off' }).click();
    await hers.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await waitForText(hers, 'two-factor off.');
    await hers.context().close();
  });

  chapter('an identity provider is connected: what is mistyped is said at its field', async () => {
    const hers = await screens.visit('/settings/sign-in', { as: stage.ana.api });
    await hers.getByRole('button', { name: 'Connect identity provider' }).click();
    await hers.getByLabel('Name on the button').fill('Harbour ID');
    await hers.getByLabel('Issuer').fill(`${provider.issuer}/not-here`);
    await hers.getByLabel('Client id').fill(client.id);
    await hers.getByLabel('Client secret').fill(client.secret);
    await hers.getByLabel('Passwords for owners only').check();
    await hers.getByRole('button', { name: 'Save' }).click();
    await waitForText(hers, /No identity provider answered here/);
    await hers.getByLabel('Issuer').fill(provider.issuer);
    await hers.getByRole('button', { name: 'Save' }).click();
    await waitForText(hers, 'Applies from the next sign-in.');
    await eventually(hers, async () => expect(await hers.evaluate('document.querySelector("[name=clientSecret]").value')).toBe(''));
    await hers.context().close();
  });

  chapter('by the identity provider, and back where I was', async () => {
    await signOut();
    await his.goto(screens.at('/sign-in?to=%2Fservices'));
    await his.getByRole('link', { name: 'Sign in with Harbour ID' }).click();
    await his.locator('input[name=login]').fill('bo-at-work');
    await his.locator('input[name=password]').fill('any');
    await his.getByRole('button', { name: 'Sign-in' }).click();
    await his.getByRole('button', { name: 'Continue' }).click();
    await his.getByRole('heading', { level: 1, name: 'Services' }).waitFor();
    await his.goto(screens.at('/me'));
    await waitForText(his, 'Linked to your account.');
  });

  chapter('says when the provider is down, and lets owners in by password', async () => {
    await signOut();
    await provider.close();
    await his.goto(screens.at('/sign-in'));
    await his.getByRole('link', { name: 'Sign in with Harbour ID' }).click();
    await waitForText(his, /The identity provider did not answer correctly/);
    await signIn('one more good horse');
    await waitForText(his, /this is not an owner/);
    await his.getByLabel('E-mail').fill('ana@example.org');
    await his.getByLabel('Password').fill('correct horse battery');
    await his.getByRole('button', { name: 'Sign in', exact: true }).click();
    await waitForLive(his);
  });
});
