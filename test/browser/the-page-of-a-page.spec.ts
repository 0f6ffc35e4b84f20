// browser: short
import type { Page } from 'playwright-core';
import { storyInBrowser, waitForGone, phone, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

/** More than a phone shows: the button stays. */
const details = {
  description: `The payment provider answers 500.${'\nSee the dashboard of the provider.'.repeat(40)}`,
  runbook_url: 'https://wiki.example/checkout',
};

const pathOf = (text: string): string => /\/p\/[\w-]{64}/.exec(text)![0];

storyInBrowser('the link in a page, on a phone without a session', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let bo: Player;
  let page: Page;
  let linkPage: Page;
  let before: number;
  let mailbox: Mailbox;
  const lastMail = () => mailbox.messages.at(-1)!;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    stage = await Stage.begin({ mailbox });
    bo = await stage.addPerson('Bo');
    await stage.setPolicy([{ page: [stage.ana, bo] }]);
    const { api, personId } = stage.ana;
    const { says: addAnswer } = await api.run('AddContactMethod', { kind: 'email', personId, address: 'ana@example.org' });
    const contactMethodId = String(addAnswer['contactMethodId']);
    await mailbox.waitFor((mail) => /is your/.test(mail.subject ?? ''));
    await api.run('VerifyContactMethod', { personId, contactMethodId, code: mailbox.lastCode()! });
    await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId, delayMinutes: 0 });
    await stage.generic({
      summary: 'Checkout fails for one in five customers',
      key: 'checkout',
      details,
      labels: { region: 'eu-1', team: 'shop' },
    });
    before = await stage.getHead();
    screens = await Screens.open(() => stage.tocsin.url, 'whole');
    page = await screens.visit(pathOf(mailbox.messages.at(-1)!.text!), { size: phone });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('says what is wrong and who has it', async () => {
    await page.getByRole('heading', { name: 'Checkout fails for one in five customers' }).waitFor();
    await waitForText(page, 'Waiting for you, Ana.');
    await waitForText(page, '#1 · high urgency · Production');
    expect(await page.title()).toBe('#1 Checkout fails for one in five customers');
  });

  chapter('says in the middle what its sender says, and leads to the runbook', async () => {
    const detailsRegion = page.getByRole('region', { name: 'Details' });
    await waitForText(detailsRegion, 'The payment provider answers 500.');
    await waitForText(detailsRegion, /regioneu-1\s*teamshop/);
    await waitForText(detailsRegion, /From /);
    const runbook = detailsRegion.getByRole('link', { name: /runbook/i });
    expect([await runbook.getAttribute('href'), await runbook.getAttribute('rel')]).toEqual([
      'https://wiki.example/checkout',
      'noreferrer',
    ]);
    const { text } = lastMail();
    expect(text).toContain('The payment provider answers 500.');
    expect(text).toContain('Runbook: https://wiki.example/checkout');
  });

  chapter('has one big thing within the thumb’s reach', async () => {
    const box = (await page.getByRole('button', { name: 'Acknowledge' }).boundingBox())!;
    expect(box.height).toBeGreaterThanOrEqual(64);
    expect(box.width).toBeGreaterThanOrEqual(phone.width - 48);
    expect(box.y).toBeGreaterThan(phone.height / 2);
    expect(box.y + box.height).toBeLessThanOrEqual(phone.height);
  });

  chapter('has changed nothing by being looked at', async () => {
    await stage.settle();
    expect(await stage.getHead()).toBe(before);
  });

  chapter('stops one’s own phone by “Seen, keep paging”', async () => {
    linkPage = await screens.visit(pathOf(bo.phone.pages[0]!.link), { size: phone });
    await waitForText(linkPage, 'Waiting for you, Bo.');
    await waitForText(linkPage, '“Seen, keep paging” stops your own pages only.');
    await linkPage.getByRole('button', { name: 'Seen, keep paging' }).tap();
    await waitForText(linkPage, 'Not acknowledged yet. Your own pages have stopped.');
    await waitForGone(linkPage.getByText('stops your own pages only'));
    const [hisPage] = await stage.pagesOf((await stage.getGroup()).id, bo);
    expect(hisPage).toMatchObject({ state: 'answered' });
  });

  chapter('acknowledges for the person it was sent to', async () => {
    await page.getByRole('button', { name: 'Acknowledge' }).tap();
    await waitForText(page, 'You’ve got it, Ana.');
    await waitForGone(page.getByRole('button', { name: 'Acknowledge' }));
    const { holder } = await stage.getGroup();
    expect(holder).toMatchObject({ kind: 'person', personId: stage.ana.personId });
  });

  chapter('undoes it where it was done, and can be acknowledged again', async () => {
    await page.getByRole('button', { name: /^Undo \(\d+ s\)$/ }).tap();
    await waitForText(page, /^(Not acknowledged yet|Waiting for you)/);
    expect(await stage.getGroup()).toMatchObject({ status: 'firing', holder: null });
    await page.getByRole('button', { name: 'Acknowledge' }).tap();
    await waitForText(page, 'You’ve got it, Ana.');
  });

  chapter('takes a note and pages somebody of the team, where it was acknowledged', async () => {
    await page.getByRole('button', { name: 'Add note' }).tap();
    await page.getByRole('textbox', { name: 'Note' }).fill('The provider is down');
    await page.getByRole('button', { name: 'Add note' }).tap();
    await waitForText(page, 'Note added.');
    await page.getByRole('button', { name: 'Add responder' }).tap();
    await page.getByRole('button', { name: 'Page Bo' }).tap();
    await waitForText(page, 'Paging Bo.');
    await waitForText(page, /Also paged: Bo/);
    const types = (await stage.getTimeline((await stage.getGroup()).id)).map(({ type }) => type);
    expect(types).toContain('NoteAdded');
  });

  chapter('asks again before it resolves what still fires', async () => {
    await page.getByRole('button', { name: 'Resolve' }).tap();
    await page.getByRole('button', { name: 'Still firing: resolve anyway' }).waitFor();
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged' });
  });

  chapter('tells the other one who has it, and leaves them nothing to press', async () => {
    await linkPage.reload();
    await waitForText(linkPage, 'Ana acknowledged.');
    await waitForGone(linkPage.getByRole('button'));
    await linkPage.close();
  });

  chapter('has good news when it is over, and nothing to press but the question', async () => {
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup()).id });
    await page.reload();
    await waitForText(page, /Resolved/);
    await waitForText(page, /Was there anything to do\?/);
    await page.getByRole('button', { name: 'Skip' }).waitFor();
    expect(await page.getByRole('button').allTextContents()).toEqual(['Yes', 'No', 'Skip']);
  });

  chapter('says in words that a link is none of ours, and where to go', async () => {
    await page.goto(screens.at(`/p/${'x'.repeat(64)}`));
    await page.getByRole('alert').waitFor();
    expect((await page.getByRole('alert').textContent())!.length).toBeGreaterThan(20);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Open the alerts' }).getAttribute('href')).toBe('/alerts');
  });
});
