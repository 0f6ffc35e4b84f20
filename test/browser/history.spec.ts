import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { configBodyType } from '@tocsin/contracts/config-files/plan.js';
import { chooseTyped, storyInBrowser, desktop, waitForGone, waitForText, Screens, eventually } from '@tocsin/testing/browser/browser.js';
import { clearDate, typeDate } from '@tocsin/testing/browser/date-fields.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

/** The value of a date field, in the browser’s zone. */
const dayIn = (at: Date): string =>
  `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;

storyInBrowser('History', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.generic({ summary: 'Search is down', key: 'search' });
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/history', { as: stage.ana.api });
    await waitForText(page, 'Ana acknowledged it · escalation stopped');
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  /** A search parameter of the address. */
  const searchParam = (name: string): string | null => new URL(page.url()).searchParams.get(name);

  chapter('tells every fact as a sentence, the newest first', async () => {
    const lines = await page.getByRole('main').locator('ol > li').allTextContents();
    const acknowledgedIndex = lines.findIndex((line) => line.includes('Ana acknowledged it'));
    const openedIndex = lines.findIndex((line) => line.includes('opened #1: Search is down'));
    expect([acknowledgedIndex, openedIndex]).not.toContain(-1);
    expect(acknowledgedIndex).toBeLessThan(openedIndex);
    // one act is one line
    const aboutIt = lines.filter((line) => /acknowledged it|escalation stopped|answered|paged Ana/i.test(line));
    expect(aboutIt).toEqual([
      expect.stringContaining('Ana acknowledged it · escalation stopped'),
      expect.stringContaining('Step 1: paged Ana.'),
    ]);
    expect(lines.join()).not.toMatch(/undefined|\[object|NaN/);
  });

  chapter('leaves out how a page was tried, try by try, until all is asked for, which the address keeps', async () => {
    const attempt = page.getByRole('button', { name: /: sending/i });
    await waitForText(page, 'Step 1: paged Ana.');
    expect(await attempt.count()).toBe(0);
    await page.getByRole('button', { name: 'Show all' }).click();
    await attempt.first().waitFor();
    expect(searchParam('detail')).toBe('every');
    await page.getByRole('button', { name: 'Show less' }).click();
    await waitForGone(attempt);
  });

  chapter('shows the whole of a fact: who, where, because of what, and as it stands on the log', async () => {
    await page.getByRole('button', { name: /Ana acknowledged it/ }).click();
    const fact = page.locator('ol > li', { hasText: 'Ana acknowledged it' });
    await waitForText(fact, '(person, owner)');
    await waitForText(fact, /number \d+ of the log/);
    await fact.getByText('Raw event').click();
    const rawEvent = JSON.parse((await fact.locator('pre').textContent())!) as { type: string; meta: { actor: { id: string } } };
    expect(rawEvent.type).toBe('AlertGroupAcknowledged');
    expect(rawEvent.meta.actor.id).toBe(stage.ana.personId);
  });

  const openedButton = () => page.getByRole('button', { name: /opened #1/ });
  const acknowledgedButton = () => page.getByRole('button', { name: /Ana acknowledged it/ });

  chapter('is narrowed to a group of events, to one kind in words, to one person or one stream, which the address keeps', async () => {
    await page.getByLabel('Events', { exact: true }).selectOption({ label: 'People' });
    await waitForGone(acknowledgedButton());
    await waitForText(page, /added a rule/);
    expect(searchParam('group')).toBe('people');
    await page.getByLabel('Event type').selectOption({ label: 'Notification rule added' });
    await waitForGone(page.getByRole('button', { name: /verified/ }));
    expect(searchParam('type')).toBe('NotificationRuleAdded');
    expect(await page.locator('option', { hasText: /[a-z][A-Z](?!D )/ }).allTextContents()).toEqual([]);
    await page.getByLabel('Events', { exact: true }).selectOption('');
    await openedButton().waitFor();
    await chooseTyped(page, 'Who', 'Ana');
    await waitForGone(openedButton());
    await acknowledgedButton().waitFor();
    await eventually(page, async () => expect(searchParam('actor')).toBe(stage.ana.personId));
    await page.reload();
    await acknowledgedButton().click();
    await waitForGone(openedButton());
    await page.getByRole('button', { name: /^alertGroup-/ }).click();
    await page.getByRole('button', { name: 'Show all streams' }).waitFor();
    await waitForGone(page.getByRole('button', { name: /set up/i }));
    await acknowledgedButton().waitFor();
  });

  chapter('is searched for words and days, says that it found nothing, and offers the way back', async () => {
    await page.goto(`${stage.tocsin.url}/history?q=search+down`);
    await openedButton().waitFor();
    await waitForGone(acknowledgedButton());
    await page.getByRole('searchbox').fill('nowhere');
    await waitForText(page, 'No events match.');
    await eventually(page, async () => expect(searchParam('q')).toBe('nowhere'));
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await acknowledgedButton().waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await page.getByRole('searchbox').inputValue()).toBe('');

    const today = new Date(await stage.settle());
    const before = new Date(today.getTime() - 86_400_000);
    await typeDate(page.getByRole('group', { name: 'To', exact: true }), dayIn(before));
    await waitForText(page, 'No events match.');
    await typeDate(page.getByRole('group', { name: 'To', exact: true }), dayIn(today));
    await acknowledgedButton().waitFor();
    expect(searchParam('to')).toBe(dayIn(today));
    await page.reload();
    await acknowledgedButton().waitFor();
    await clearDate(page.getByRole('group', { name: 'To', exact: true }));
    await eventually(page, async () => expect(searchParam('to')).toBeNull());
  });

  chapter('shows new events at the top, and lets them wait after scrolling', async () => {
    // beside the list, and not over the rail, which scrolls by itself
    await page.mouse.move(1_435, 5);
    await stage.generic({ summary: 'Mail is down', key: 'mail' });
    await page.getByRole('button', { name: /opened #2/ }).waitFor();
    await page.setViewportSize({ width: 1440, height: 300 });
    await page.mouse.wheel(0, 400);
    await eventually(page, async () => expect(await page.evaluate('scrollY')).toBeGreaterThan(100));
    const place = await openedButton().boundingBox();
    await stage.generic({ summary: 'Chat is down', key: 'chat' });
    const newEventsButton = page.getByRole('button', { name: /^\d+ new/ });
    await newEventsButton.waitFor();
    expect(await page.getByRole('button', { name: /opened #3/ }).count()).toBe(0);
    expect(await openedButton().boundingBox()).toEqual(place);
    await newEventsButton.click();
    await page.getByRole('button', { name: /opened #3/ }).waitFor();
    await eventually(page, async () => expect(await page.evaluate('scrollY')).toBe(0));
    await waitForGone(newEventsButton);
    await page.setViewportSize(desktop);
  });

  chapter('is exported as it is narrowed, and says how many events were saved', async () => {
    await page.goto(`${stage.tocsin.url}/history?group=alerts&q=search`);
    await openedButton().waitFor();
    await page.getByRole('button', { name: 'Export…' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export events' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^tocsin-history-\d{4}-\d\d-\d\d\.csv$/);
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toContain('"ordinal"');
    await waitForText(page, `Saved ${file.suggestedFilename()}: ${lines.length - 1} event`);
    expect(lines.slice(1).every((line) => line.includes('"Alerts"') && /search/i.test(line))).toBe(true);
    await page.getByRole('button', { name: 'Close' }).click();
  });

  chapter('shows what a change was before and after, puts two versions side by side, and reverts the fields that are chosen', async () => {
    const { teamId, serviceId } = stage.setUpAnswer;
    const { version, policyId, name } = await stage.ana.api.row('services', serviceId);
    const change = { teamId, serviceId, policyId, name: 'Checkout', runbook: 'https://wiki.example/a' };
    await stage.ana.api.run('ChangeService', { ...change, version });
    await stage.ana.api.run('ChangeService', { ...change, version: version + 1, name: 'Payments', runbook: 'https://wiki.example/b' });
    await stage.settle();
    await page.goto(`${stage.tocsin.url}/history?type=ServiceChanged&team=${teamId}`);
    await page
      .getByRole('button', { name: /changed the service Checkout/ })
      .first()
      .click();
    const before = page.getByRole('region', { name: 'Before and after' });
    await before.getByRole('cell', { name, exact: true }).waitFor();
    await before.getByRole('cell', { name: 'https://wiki.example/a' }).waitFor();
    await before.getByRole('button', { name: 'Compare versions…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('cell', { name: 'https://wiki.example/b' }).waitFor();
    await dialog.getByLabel('Name', { exact: true }).uncheck();
    await dialog.getByText('The same people are paged.').waitFor();
    await dialog.getByText(/^As of event [\d,]+\.$/).waitFor();
    await dialog.getByRole('button', { name: 'Revert 1 field' }).click();
    await waitForGone(dialog);
    expect(await stage.ana.api.row('services', serviceId)).toMatchObject({
      version: version + 3,
      name: 'Payments',
      runbook: 'https://wiki.example/a',
    });
  });

  chapter('says who may revert to those who may not, and which file to change where one owns the thing', async () => {
    const reader = await screens.visit(`/history?type=ServiceChanged&team=${stage.setUpAnswer.teamId}`, {
      as: await stage.tocsin.join(stage.ana.api, 'Mo', 'member'),
    });
    await reader
      .getByRole('button', { name: /changed the service/ })
      .last()
      .click();
    await reader.getByRole('button', { name: 'Compare versions…' }).click();
    await waitForText(reader, 'Only owners, admins and managers of the team can revert this service.');
    expect(await reader.getByRole('button', { name: /^Revert/ }).count()).toBe(0);
    const text = `apiVersion: tocsin.dev/v1
kind: Team
name: Search
---
kind: Policy
team: Search
name: Search
steps: [{ waitMinutes: 5, targets: [{ team: Search }] }]
`;
    const files = [{ path: 'oncall.yaml', text }];
    await stage.ana.api.request('POST', '/api/config/apply', JSON.stringify({ files }), { 'content-type': configBodyType });
    await stage.settle();
    await page.goto(`${stage.tocsin.url}/history?type=PolicyCreated`);
    await page
      .getByRole('button', { name: /policy Search/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Compare versions…' }).click();
    await waitForText(page, 'From oncall.yaml, line 5, of default: change it there.');
    expect(await page.getByRole('button', { name: /^Revert/ }).count()).toBe(0);
    const { id: policyId, teamId, version, steps } = (await stage.ana.api.list('policies')).find(({ name }) => name === 'Search')!;
    const changed = steps.map((step) => ({ ...step, waitMinutes: 9 }));
    await stage.ana.api.run('ChangePolicy', { teamId, policyId, version, name: 'Search', steps: changed });
    await stage.settle();
    await page.goto(`${stage.tocsin.url}/history?type=PolicyChanged`);
    await page
      .getByRole('button', { name: /Differs from files/ })
      .first()
      .click();
    await waitForText(page, 'default owns it (oncall.yaml:5). The next apply undoes this edit.');
  });
});
