import type { Page } from 'playwright-core';
import {
  storyInBrowser,
  desktop,
  waitForGone,
  waitForValue,
  phone,
  waitForText,
  waitForNoText,
  Screens,
} from '@tocsin/testing/browser/browser.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('an invitation that goes by mail', (chapter) => {
  let stage: Stage;
  let mailbox: Mailbox;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    stage = await Stage.begin({ mailbox });
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/people', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const cleo = () => page.getByRole('row').filter({ hasText: 'Cleo' });

  chapter('says where the link is shown that it could not be sent, and that the link is there to copy', async () => {
    mailbox.refuse('recipient', 550, 'nobody is called that');
    await page.getByRole('button', { name: 'Invite someone' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Cleo');
    await dialog.getByLabel('E-mail').fill('cleo@example.org');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await waitForText(dialog, /Invitation could not be sent: the provider refused the message/);
    await waitForText(dialog, /Copy the link/);
    await dialog.getByRole('button', { name: /^Copy: / }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await waitForText(cleo(), /Invitation could not be sent/);
  });

  for (const size of [phone, desktop])
    chapter(`leaves the role beside the name in the list, whatever it says: ${size.width} pixels wide`, async () => {
      await page.setViewportSize(size);
      const boxOfText = async (text: string | RegExp) =>
        (await cleo().getByText(text, { exact: true }).filter({ visible: true }).first().boundingBox())!;
      const [name, role, textBox] = [await boxOfText('Cleo'), await boxOfText('member'), await boxOfText(/^Invitation could not be sent/)];
      const verticalMiddle = ({ y, height }: { y: number; height: number }) => y + height / 2;
      // in columns the whole row is its line
      const line = size === phone ? name : (await cleo().boundingBox())!;
      expect(Math.abs(verticalMiddle(line) - verticalMiddle(role))).toBeLessThan(3);
      expect(textBox.y).toBeGreaterThan(name.y + name.height - 1);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    });

  chapter('is made anew from the person, and says when it was sent', async () => {
    mailbox.recover();
    await cleo().getByRole('link', { name: 'Cleo' }).click();
    await waitForText(page, /Create a link and send it to them yourself/);
    await page.getByRole('button', { name: 'Create a link to copy' }).click();
    const dialog = page.getByRole('dialog');
    await waitForText(dialog, /^Invitation sent \d\d:\d\d$/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await waitForNoText(page, /could not be sent/);
    await waitForText(page.getByRole('region', { name: 'Invitation' }), /Invitation sent \d\d:\d\d/);
  });

  chapter(
    'joins with the link in the mail: the name is filled in, the address is verified, and everyone sees how they are reached',
    async () => {
      const { teamId } = stage.setUpAnswer;
      const cleoRow = (await stage.ana.api.list('people')).find(({ name }) => name === 'Cleo');
      await stage.ana.api.run('AddTeamMember', { teamId, personId: cleoRow!.id, role: 'responder' });
      await stage.settle();
      const { text } = await mailbox.waitFor(({ to }) => JSON.stringify(to).includes('cleo@'));
      const inviteePage = await screens.visit(new URL(/http\S+\/invite\/\S+/.exec(text!)![0]).pathname, { size: phone });
      await waitForText(inviteePage, /cleo@example.org is invited to .*, team /);
      await waitForValue(inviteePage.getByLabel('Your name'), 'Cleo');
      await inviteePage.getByLabel('Password').fill('another good password');
      await inviteePage.getByRole('button', { name: 'Join' }).click();
      await waitForText(
        inviteePage.getByRole('region', { name: 'Contact methods' }).getByRole('listitem').filter({ hasText: 'cleo@' }),
        /^Verified/,
      );
      await page.goto(screens.at('/people'));
      await waitForText(cleo(), 'mail only');
      await waitForText(page.getByRole('row').filter({ hasText: 'Ana' }), 'webhook');
      await page.getByLabel('Find').fill('mail only');
      await waitForGone(page.getByRole('row').filter({ hasText: 'Ana' }));
      await waitForText(cleo(), 'mail only');
      await inviteePage.context().close();
    },
  );

  chapter('stands in the history, both times', async () => {
    await page.goto(screens.at('/history'));
    await waitForText(page, 'The invitation of Cleo could not be e-mailed: the provider refused the message');
    await waitForText(page, 'The invitation was e-mailed to Cleo.');
  });
});
