import type { Page } from 'playwright-core';
import { storyInBrowser, rowOf, waitForText, waitForGone, Screens, eventually } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('the time cursor', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let opened: string;

  beforeAll(async () => {
    stage = await Stage.begin();
    const { api, personId } = stage.ana;
    const { says } = await api.run('AddContactMethod', { kind: 'browser', personId });
    const contactMethodId = String(says['contactMethodId']);
    await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId, delayMinutes: 0 });
    await stage.setPolicy([{ page: [stage.ana] }]);
    await stage.advance('PT1M');
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    opened = await stage.advance('PT1M');
    await stage.advance('PT1M');
    const { id } = await stage.getGroup();
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: id });
    await stage.setPolicy([{ page: [stage.ana], wait: 9 }]);
    await stage.advance('PT10M');
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/alerts', { as: stage.ana.api });
    await rowOf(page, 1).waitFor();
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const cursor = () => page.getByRole('toolbar', { name: 'Time cursor' });
  const ordinalShown = () => Number(new URL(page.url()).searchParams.get('at'));

  chapter('goes to when a group opened, by keys alone, and pins the event', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.getByLabel('Or when this alert group opened').fill('#1');
    await page.keyboard.press('Enter');
    await cursor().waitFor();
    await waitForText(page.getByRole('main'), /Unacknowledged/);
    await eventually(page, async () => expect(ordinalShown()).toBeGreaterThan(1));
  });

  chapter('goes event by event with the arrow keys, and links carry the moment', async () => {
    const at = ordinalShown();
    await cursor().focus();
    await page.keyboard.press('ArrowRight');
    await eventually(page, async () => expect(ordinalShown()).toBe(at + 1));
    await page.keyboard.press('ArrowLeft');
    await eventually(page, async () => expect(ordinalShown()).toBe(at));
    await page.getByRole('link', { name: 'Policies' }).click();
    await eventually(page, async () => expect(page.url()).toContain(`/policies?at=${at}`));
    await cursor().waitFor();
  });

  chapter('leaves nothing to act with', async () => {
    await page.goto(screens.at(`/alerts/1?at=${opened}`));
    await waitForText(page.getByRole('main'), 'This is the past. Go back to now to act on it.');
    expect(await page.getByRole('main').getByRole('button', { name: 'Acknowledge' }).count()).toBe(0);
    await page.goto(screens.at(`/services?at=${opened}`));
    await waitForText(page.getByRole('main'), 'This is the past. Go back to now first.');
    expect(await page.getByRole('main').textContent()).not.toContain('can add services');
  });

  chapter('says who was on call under which rules, and lets a page through', async () => {
    await page.goto(screens.at(`/moment?at=${opened}`));
    await waitForText(page.getByRole('region', { name: /^Escalation policies in force/ }), /5 min/);
    await waitForText(page.getByRole('region', { name: /^Open alert groups/ }), /DiskFull/);
    await waitForText(page.getByRole('region', { name: /^How they could be reached/ }), /verified, on.*Last (sent|delivered)/);
    await stage.alertmanager('firing', [{ name: 'Payments' }], { groupKey: 'payments' });
    await stage.settle();
    await waitForText(page.getByRole('alert'), /Payments/);
    expect(await page.getByRole('region', { name: /^Open alert groups/ }).textContent()).not.toContain('Payments');
  });

  chapter('is reached from the times of an alert group', async () => {
    await page.goto(screens.at('/alerts/1'));
    await page.getByRole('main').getByTitle('Who was on call then, under which rules?').first().click();
    await cursor().waitFor();
    expect(page.url()).toContain('/moment?at=');
    await page.getByRole('region', { name: /^How they could be reached/ }).waitFor();
  });

  chapter('is one key away from now', async () => {
    await page.goto(screens.at(`/alerts?at=${opened}`));
    await cursor().waitFor();
    await page.keyboard.press('0');
    await waitForGone(cursor());
    await rowOf(page, 2).waitFor();
    expect(page.url()).not.toContain('at=');
  });
});
