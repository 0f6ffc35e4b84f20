import type { Page } from 'playwright-core';
import { describeInBrowser, gone, says, Screens, soon } from '@tocsin/testing/browser.js';
import { Stage } from '@tocsin/testing/stage.js';

describeInBrowser('History', () => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.generic({ summary: 'Search is down', key: 'search' });
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.group()).id });
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/history', { as: stage.ana.api });
    await says(page, 'Ana acknowledged it.');
  });
  afterAll(async () => {
    await screens.close();
    await stage.leave();
  });

  /** What the address keeps. */
  const asked = (name: string): string | null => new URL(page.url()).searchParams.get(name);

  it('tells every fact as a sentence, the newest first', async () => {
    const lines = await page.getByRole('main').locator('ol > li').allTextContents();
    const acknowledged = lines.findIndex((line) => line.includes('Ana acknowledged it.'));
    const opened = lines.findIndex((line) => line.includes('opened #1: Search is down'));
    expect([acknowledged, opened]).not.toContain(-1);
    expect(acknowledged).toBeLessThan(opened);
    expect(lines.join()).not.toMatch(/undefined|\[object|NaN/);
  });

  it('leaves out how a page was tried, try by try, until every detail is asked for, which the address keeps', async () => {
    const attempt = page.getByRole('button', { name: /attempt started|AttemptStarted/ });
    await says(page, 'Step 1: paged Ana.');
    expect(await attempt.count()).toBe(0);
    await page.getByRole('button', { name: 'Every detail' }).click();
    await attempt.first().waitFor();
    expect(asked('detail')).toBe('every');
    await page.getByRole('button', { name: 'Less', exact: true }).click();
    await gone(attempt);
  });

  it('shows the whole of a fact: who, where, because of what, and as it stands on the log', async () => {
    await page.getByRole('button', { name: /Ana acknowledged it\./ }).click();
    const fact = page.locator('ol > li', { hasText: 'Ana acknowledged it.' });
    await says(fact, '(person, owner)');
    await says(fact, /number \d+ of the log/);
    await fact.getByText('As it stands on the log').click();
    const written = JSON.parse((await fact.locator('pre').textContent())!) as { type: string; meta: { actor: { id: string } } };
    expect(written.type).toBe('AlertGroupAcknowledged');
    expect(written.meta.actor.id).toBe(stage.ana.personId);
  });

  it('is narrowed to one kind, one person or one stream, which the address keeps', async () => {
    const opened = page.getByRole('button', { name: /opened #1/ });
    const acknowledged = page.getByRole('button', { name: /Ana acknowledged it\./ });
    await page.getByLabel('What', { exact: true }).selectOption('NotificationRuleAdded');
    await gone(acknowledged);
    await says(page, /added a rule/);
    expect(asked('type')).toBe('NotificationRuleAdded');
    await page.getByLabel('What', { exact: true }).selectOption('');
    await opened.waitFor();
    await page.getByLabel('Who').selectOption({ label: 'Ana' });
    await gone(opened);
    await acknowledged.waitFor();
    await soon(page, async () => expect(asked('actor')).toBe(stage.ana.personId));
    await page.reload();
    await acknowledged.click();
    await gone(opened);
    await page.getByRole('button', { name: /^alertGroup-/ }).click();
    await page.getByRole('button', { name: 'Show all streams' }).waitFor();
    await gone(page.getByRole('button', { name: /set up/i }));
    await acknowledged.waitFor();
  });
});
