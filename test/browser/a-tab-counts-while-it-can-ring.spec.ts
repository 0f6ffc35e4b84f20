import { deliveryReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { Page } from 'playwright-core';
import { storyInBrowser, press, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

/** The reason’s text, as used inside a sentence. */
const noOpenTab = deliveryReasons['delivery.no_open_tab'].replace(/\.$/, '').slice(1);

storyInBrowser('the contact method “this browser”', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  const listAttempts = async (number: number) =>
    (await stage.pagesOf((await stage.getGroup(number)).id, stage.ana)).flatMap((one) =>
      one.attempts.map(({ kind, state, reason }) => [kind, state, reason]),
    );

  /** Waits until the server knows: the browser reports a closed tab before its connection has ended. */
  const closeAllTabs = async (): Promise<void> => {
    for (let isAnyOpen = true; isAnyOpen;) {
      const { body } = await stage.tocsin.anonymous.request('GET', '/metrics');
      isAnyOpen = !/^tocsin_sockets 0$/m.test(String(body));
    }
  };

  beforeAll(async () => {
    stage = await Stage.begin();
    screens = await Screens.open(() => stage.tocsin.url, 'whole');
    const { api, personId, methodId } = stage.ana;
    const { says: addAnswer } = await api.run('AddContactMethod', { kind: 'browser', personId });
    await stage.settle();
    const { rules } = await api.row('contacts', personId);
    for (const { ruleId } of rules) await api.run('RemoveNotificationRule', { personId, ruleId });
    const browser = String(addAnswer['contactMethodId']);
    await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId: browser, delayMinutes: 0 });
    await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId: methodId, delayMinutes: 5 });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('does not count a tab whose sound is locked: the phone rings at once, and the ladder says why', async () => {
    page = await screens.visit('/alerts', { as: stage.ana.api });
    await waitForText(page, 'Turn on sound');
    await stage.generic({ summary: 'Payments are slow', key: 'one' });
    expect(stage.ana.phone.pages.map(({ number }) => number)).toEqual([1]);
    expect((await listAttempts(1))[0]).toEqual(['browser', 'failed', 'delivery.no_open_tab']);
    await page.goto(screens.at('/alerts/1'));
    const ladder = page.getByRole('region', { name: 'Escalation' });
    await waitForText(ladder, new RegExp(`Browser: failed.*${noOpenTab}`));
    await waitForText(ladder, /Webhook: .*because another method failed/);
  });

  chapter('counts it from the first press on', async () => {
    await press(page);
    // its tries of the first page are over
    await stage.settleFully();
    await stage.generic({ summary: 'Payments are down', key: 'two' });
    await waitForText(page.getByRole('alert'), 'Payments are down');
    expect(await listAttempts(2)).toEqual([['browser', 'delivered', null], expect.arrayContaining(['webhook', 'queued'])]);
    expect(stage.ana.phone.pages).toHaveLength(1);
  });

  chapter('does not count a tab that gives no answer within five seconds', async () => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Debugger.enable');
    await devtools.send('Debugger.pause');
    await stage.settleFully();
    await stage.generic({ summary: 'Frozen', key: 'three' });
    expect((await listAttempts(3))[0]).toEqual(['browser', 'failed', 'delivery.no_open_tab']);
    expect(stage.ana.phone.pages.at(-1)).toMatchObject({ number: 3 });
    await devtools.send('Debugger.disable');
  });

  chapter('does not count a closed tab', async () => {
    await page.close();
    await closeAllTabs();
    await stage.settleFully();
    await stage.generic({ summary: 'Nobody looks', key: 'four' });
    expect((await listAttempts(4))[0]).toEqual(['browser', 'failed', 'delivery.no_open_tab']);
    expect(stage.ana.phone.pages.at(-1)).toMatchObject({ number: 4 });
  });
});
