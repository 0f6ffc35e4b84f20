import { webhookEvents } from '@tocsin/contracts/event-subscriptions/webhook-events.js';
import type { Page } from 'playwright-core';
import { storyInBrowser, waitForGone, waitForText, waitForNoText, Screens } from '@tocsin/testing/browser/browser.js';
import { Phone } from '@tocsin/testing/fakes/phone.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

storyInBrowser('event subscriptions', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let bo: Player;
  /** The receiver. */
  let tickets: Phone;

  beforeAll(async () => {
    tickets = await Phone.start();
    stage = await Stage.begin();
    bo = await stage.addPerson('Bo');
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/settings/events', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
    await tickets.close();
  });

  const line = (screenPage: Page = page) => screenPage.getByRole('listitem', { name: 'Ticket system' });
  const act = (name: string) => line().getByRole('button', { name });
  const choose = async (choice: string) => {
    await act('More for Ticket system').click();
    await page.getByRole('menuitem', { name: choice }).click();
  };

  chapter('are added with their events, and show the signing secret once', async () => {
    await waitForText(page, 'No event subscriptions.');
    await page.getByRole('button', { name: 'Add subscription' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add event subscription' });
    await dialog.getByLabel('Name').fill('Ticket system');
    await dialog.getByLabel('Address').fill(tickets.url);
    for (const kind of ['Acknowledged', 'Escalated', 'Resolved']) await dialog.getByRole('checkbox', { name: kind, exact: true }).uncheck();
    await dialog.getByRole('button', { name: 'Add subscription' }).click();
    const secretDialog = page.getByRole('dialog', { name: 'Copy the signing secret now' });
    const secret = (await secretDialog.locator('figure code').textContent())!;
    tickets.addSecret(secret);
    await secretDialog.getByRole('button', { name: 'Done' }).click();
    await waitForText(line(), `${new URL(tickets.url).origin} · opened`);
    await waitForText(line(), 'Nothing sent yet.');
    expect(await page.content()).not.toContain(secret);
  });

  chapter('send a signed test event, and show what became of it', async () => {
    await act('Send test event to Ticket system').click();
    const { body, signed } = await tickets.waitForRing();
    expect(signed).toBe(true);
    expect(webhookEvents.parse(JSON.parse(body))).toMatchObject({ events: [], test: true });
    await waitForText(line(), /^Test event delivered/);
  });

  chapter('show events as they are sent, and since when a receiver fails', async () => {
    tickets.answer(503);
    await stage.generic({ summary: 'Disk is full', key: 'disk' });
    await stage.settle();
    await waitForText(line(), /^1 event failed: .*503.* · next try/);
    await waitForText(line(), /^Failing since/);
    await line().getByText('1 earlier delivery').click();
    await waitForText(line(), /^Test event delivered$/);
    tickets.recover();
    await stage.advance('PT15S');
    await waitForText(line(), /^1 event delivered, try 2/);
  });

  chapter('are edited without typing the address again', async () => {
    await act('Edit Ticket system').click();
    const dialog = page.getByRole('dialog', { name: 'Edit event subscription' });
    await dialog.getByRole('checkbox', { name: 'Resolved', exact: true }).check();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await waitForText(line(), /· opened and resolved$/);
  });

  chapter('are seen by a member, who is told who may change them', async () => {
    const bosPage = await screens.visit('/settings/events', { as: bo.api });
    await waitForText(line(bosPage), /· opened and resolved$/);
    await waitForText(bosPage, 'Subscriptions are added and changed by owners and admins.');
    expect(await bosPage.locator('main').getByRole('button').count()).toBe(0);
    await bosPage.context().close();
  });

  chapter('of a team are changed by its managers, those of all by no manager', async () => {
    const { teamId } = stage.setUpAnswer;
    await stage.ana.api.run('ChangeTeamMemberRole', { teamId, personId: bo.personId, role: 'manager' });
    await stage.settle();
    const bosTeamPage = await screens.visit(`/teams/${teamId}`, { as: bo.api });
    await bosTeamPage.getByRole('region', { name: 'Event subscriptions' }).getByRole('button', { name: 'Add subscription' }).waitFor();
    await bosTeamPage.goto(screens.at('/settings/events'));
    await waitForText(bosTeamPage, 'Subscriptions are added and changed by owners and admins.');
    expect(await bosTeamPage.getByRole('button', { name: 'Add subscription' }).count()).toBe(0);
    await bosTeamPage.context().close();
  });

  chapter('stand in health once they were switched off after a day of failures, and are switched on again', async () => {
    tickets.answer(500);
    await stage.generic({ summary: 'Swap is full', key: 'swap' });
    // no one should be paged for a day
    for (const { id: groupId } of await stage.listGroups()) await stage.ana.api.run('ResolveAlertGroup', { groupId });
    await stage.advance('PT26H');
    await waitForText(line(), /^Switched off after 24 hours of failures/);
    await page.goto(screens.at('/settings/health'));
    const switchedOff = page.getByRole('region', { name: 'Event subscriptions that were switched off' });
    await waitForText(switchedOff, /accepted no events for 24 hours/);
    await switchedOff.getByRole('link', { name: 'Ticket system' }).click();
    await act('Switch on Ticket system').click();
    await waitForText(line(), /^On$/);
    await waitForNoText(line(), /Switched off/);
  });

  chapter('can’t be removed while a policy calls them: the dialog names it', async () => {
    const [subscription] = await stage.ana.api.list('eventSubscriptions');
    const [policy] = await stage.ana.api.list('policies');
    const { id: policyId, teamId, version, name, steps, repeats } = policy!;
    const target = { kind: 'webhook', subscriptionId: subscription!.id } as const;
    const calls = steps.map((step) => ({ ...step, targets: [...step.targets, target] }));
    await stage.ana.api.run('ChangePolicy', { teamId, policyId, version, name, repeats, steps: calls });
    await stage.settle();
    await choose('Remove…');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Remove Ticket system' }).click();
    await dialog.getByRole('link', { name }).waitFor();
    await waitForText(dialog, 'Remove it from the steps of those policies first.');
    // Enter presses the focused button
    await page.keyboard.press('Enter');
    await waitForGone(dialog);
    await stage.ana.api.run('ChangePolicy', { teamId, policyId, version: version + 1, name, repeats, steps });
    await stage.settle();
  });

  chapter('are removed once that was confirmed', async () => {
    await choose('Remove…');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove Ticket system' }).click();
    await waitForGone(line());
    expect(await stage.ana.api.list('eventSubscriptions')).toEqual([]);
  });
});
