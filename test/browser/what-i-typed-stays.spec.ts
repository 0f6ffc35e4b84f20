import type { Page } from 'playwright-core';
import {
  storyInBrowser,
  sendCommand,
  waitForGone,
  waitForValue,
  waitForLive,
  waitForText,
  waitForNoText,
  Screens,
  eventually,
} from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('what I typed and did not save', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let note: Page;
  const name = (screenPage: Page) => screenPage.getByLabel('Name', { exact: true });

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.generic({ summary: 'Disk is full on db-1', key: 'disk' });
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    const as = stage.ana.api;
    page = await screens.visit(`/policies/${stage.setUpAnswer.policyId}`, { as });
    note = await screens.visit('/alerts/1', { as });
    await name(page).fill('By day');
    await note.getByLabel('Note').fill('Rebooted db-1 at 03:12; it came back');
    // the session ends elsewhere: an administrator, another device, thirty days
    const { url } = stage.tocsin;
    await fetch(`${url}/api/session`, { method: 'DELETE', headers: { authorization: `Bearer ${as.token}` } });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const signIn = async (screenPage: Page): Promise<void> => {
    await waitForText(screenPage, 'Password');
    await screenPage.getByLabel('E-mail').fill('ana@example.org');
    await screenPage.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await screenPage.getByRole('button', { name: 'Sign in', exact: true }).click();
    await waitForLive(screenPage);
  };

  chapter('is there again after I had to sign in, and can be saved', async () => {
    await signIn(page);
    await waitForText(page, /Your unsaved changes from .*\) are still here/);
    await waitForValue(name(page), 'By day');
    await sendCommand(page, 'ChangePolicy', () => page.getByRole('button', { name: /^Save as version/ }).click());
    await page.getByRole('heading', { level: 1, name: 'By day' }).waitFor();
  });

  chapter('is a note, too', async () => {
    await signIn(note);
    await waitForValue(note.getByLabel('Note'), 'Rebooted db-1 at 03:12; it came back');
    await note.getByRole('button', { name: 'Add note' }).click();
    await waitForText(note.getByRole('region', { name: 'Timeline' }).locator('ol'), 'Rebooted db-1 at 03:12; it came back');
    await waitForValue(note.getByLabel('Note'), '');
  });

  chapter('stays when it was written on while what stood there was sent', async () => {
    let releaseAnswer = () => {};
    const mayAnswer = new Promise<void>((resolve) => (releaseAnswer = resolve));
    await note.route('**/api/commands/AddNote', (route) => mayAnswer.then(() => route.continue()));
    const box = note.getByLabel('Note');
    await box.fill('Restarted it');
    await note.getByRole('button', { name: 'Add note' }).click();
    await note.locator('[aria-busy=true]').waitFor();
    await box.fill('Restarted it; the queue goes down');
    releaseAnswer();
    await waitForText(note.getByRole('region', { name: 'Timeline' }).locator('ol'), 'Restarted it');
    await waitForGone(note.locator('[aria-busy=true]'));
    await eventually(page, async () => expect(await box.inputValue()).toBe('Restarted it; the queue goes down'));
    await note.unrouteAll({ behavior: 'wait' });
  });

  chapter('can be discarded, and is gone for others after I sign out', async () => {
    await name(page).fill('By night');
    await page.reload();
    await waitForText(page, /Your unsaved changes/);
    await page.getByRole('button', { name: 'Discard them' }).click();
    await waitForValue(name(page), 'By day');
    await name(page).fill('By moonlight');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await waitForText(page, 'Password');
    const unsavedScript = 'Object.keys(sessionStorage).filter((key) => key.includes("unsaved"))';
    await eventually(page, async () => expect(await page.evaluate(unsavedScript)).toEqual([]));
  });
});

storyInBrowser('two people at one service', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let one: Page;
  let other: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    const path = `/services/${stage.setUpAnswer.serviceId}`;
    [one, other] = [await screens.visit(path, { as: stage.ana.api }), await screens.visit(path, { as: stage.ana.api })];
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });
  const save = (screenPage: Page) => screenPage.getByRole('button', { name: 'Save', exact: true }).click();

  chapter('edit it as sentences with slots', async () => {
    await one.getByLabel('Re-page after').selectOption('60');
    await one.getByLabel('Urgency').selectOption('always_high');
    await sendCommand(one, 'ChangeService', () => save(one));
    expect(await stage.getRow('services', stage.setUpAnswer.serviceId)).toMatchObject({
      ackTimeoutMinutes: 60,
      urgencyRule: 'always_high',
      reopenWindowMinutes: null,
    });
  });

  chapter('the second sees what the first changed; nothing is overwritten unseen', async () => {
    await other.getByLabel('Description').fill('Cards and invoices');
    await save(other);
    const conflict = other.getByRole('alert').filter({ hasText: 'Someone else saved this in the meantime' });
    await waitForText(conflict, 're-page after: ');
    await waitForText(conflict, '60 min');
    await waitForValue(other.getByLabel('Description'), 'Cards and invoices');
    await other.getByRole('button', { name: 'Use theirs' }).click();
    await waitForNoText(other, 'Someone else saved this in the meantime');
    await waitForValue(other.getByLabel('Re-page after'), '60');
  });
});
