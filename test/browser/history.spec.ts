import type { Page } from 'playwright-core';
import { describeInBrowser, says, Screens } from '@tocsin/testing/browser.js';
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

  it('tells every fact as a sentence, the newest first', async () => {
    const lines = await page.getByRole('main').locator('ol > li').allTextContents();
    const acknowledged = lines.findIndex((line) => line.includes('Ana acknowledged it.'));
    const opened = lines.findIndex((line) => line.includes('opened #1: Search is down'));
    expect([acknowledged, opened]).not.toContain(-1);
    expect(acknowledged).toBeLessThan(opened);
    expect(lines.join()).not.toMatch(/undefined|\[object|NaN/);
  });

  it('leaves out how a page was tried, try by try, until every detail is asked for, which the address keeps', async () => {
    const attempt = page.getByRole('button', { name: /an attempt was begun|AttemptStarted/ });
    expect(await attempt.count()).toBe(0);
    await says(page, 'Step 1: paged Ana.');
    await page.getByRole('button', { name: 'Every detail' }).click();
    await attempt.first().waitFor();
    expect(new URL(page.url()).searchParams.get('detail')).toBe('every');
    await page.getByRole('button', { name: 'Less', exact: true }).click();
    await attempt.first().waitFor({ state: 'detached' });
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
    await page.getByLabel('What', { exact: true }).selectOption('NotificationRuleAdded');
    await page.getByRole('button', { name: /acknowledged it/ }).waitFor({ state: 'detached' });
    await says(page, /added a rule/);
    expect(new URL(page.url()).searchParams.get('type')).toBe('NotificationRuleAdded');
    await page.getByLabel('What', { exact: true }).selectOption('');
    await page.getByLabel('Who').selectOption({ label: 'Ana' });
    await page.getByRole('button', { name: /opened #1/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Ana acknowledged it\./ }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /Ana acknowledged it\./ }).click();
    await page.getByRole('button', { name: /^alertGroup-/ }).click();
    await page.getByRole('button', { name: 'Show all streams' }).waitFor();
    expect(await page.getByRole('button', { name: /set up/i }).count()).toBe(0);
  });
});
