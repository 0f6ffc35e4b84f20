import type { Page } from 'playwright-core';
import { describeInBrowser, Screens, waitForLive } from '@tocsin/testing/browser/browser.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

describeInBrowser('a plan of a program', () => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let other: Page;
  let program: Client;
  let groupId = '';

  beforeAll(async () => {
    stage = await Stage.begin();
    const { api } = stage.ana;
    await stage.generic({ summary: 'Payments are down', key: 'payments' });
    ({ id: groupId } = await stage.getGroup());
    screens = await Screens.open(() => stage.tocsin.url);
    [page, other] = [await screens.visit('/alerts', { as: api }), await screens.visit('/plans', { as: api })];
    await Promise.all([page, other].map(waitForLive));
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  it('has an entry in the rail once a program may make one', async () => {
    const entry = page.getByRole('link', { name: 'Plans of programs' });
    await page.getByRole('link', { name: 'History', exact: true }).waitFor();
    expect(await entry.count()).toBe(0);
    const { says } = await stage.ana.api.run('IssueServiceToken', { name: 'Night helper', teamId: null, scopes: ['read', 'plan'] });
    program = new Client(stage.tocsin.url, String(says['token']), '');
    await entry.waitFor();
  });

  it('appears at once with a number in the rail, says what would happen, and is done by a press, seen in another tab', async () => {
    await program.run('ProposeToolPlan', { act: { tool: 'add_note', groupId, text: 'The disk is full' } });
    await page.getByRole('link', { name: 'Plans of programs 1 waiting for a person' }).click();
    await page.getByText('Write a note on #1. Nobody is paged or told.').waitFor();
    await page.getByText('Payments are down').waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await Promise.all([page, other].map((tab) => tab.getByText('done, approved by Ana').waitFor()));
    await page.getByText('No program asks for anything.').waitFor();
    const notes = (await stage.getTimeline(groupId)).filter(
      ({ type, data }) => type === 'NoteAdded' && JSON.stringify(data).includes('disk'),
    );
    expect(notes).toHaveLength(1);
  });

  it('is let by a standing approval that an admin gives, and waits again once that is ended', async () => {
    await screens.go(page, '/settings/tokens');
    await page.getByRole('button', { name: 'Give approval' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Token' }).fill('Night');
    await page.getByRole('option', { name: 'Night helper' }).click();
    await dialog.getByLabel('May').selectOption('add_note');
    await dialog.getByRole('combobox', { name: 'Alert groups of' }).fill('A');
    await page.getByRole('option').first().click();
    await dialog.getByRole('button', { name: 'Give approval' }).click();
    await page.getByText(/Night helper may write a note on alert groups of/).waitFor();
    await program.run('ProposeToolPlan', { act: { tool: 'add_note', groupId, text: 'Let beforehand' } });
    await page.getByText(/1 on \d{4}-\d\d-\d\d/).waitFor();
    await other.getByText('done, approved by a standing approval').waitFor();
    await page.getByRole('button', { name: 'End the standing approval' }).click();
    await page.getByRole('button', { name: 'End approval' }).click();
    await page.getByText('1 ended').waitFor();
    await program.run('ProposeToolPlan', { act: { tool: 'add_note', groupId, text: 'No longer let' } });
    await other.getByText('No longer let').waitFor();
    await other.getByRole('button', { name: 'Decline' }).click();
    await other.getByText('declined by Ana').waitFor();
  });
});
