import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { BacktestAnswer } from '@tocsin/contracts/backtests/backtests.js';
import * as backtestLimits from '@tocsin/contracts/backtests/limits.js';
import { FileResults } from '@tocsin/platform/side/file-results.js';
import {
  chooseTyped,
  storyInBrowser,
  waitForGone,
  waitForValue,
  phone,
  waitForText,
  Screens,
  serverIsGone,
} from '@tocsin/testing/browser/browser.js';
import { createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

storyInBrowser('a backtest from the editor of a policy', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let bo: Player;

  beforeAll(async () => {
    stage = await Stage.begin({ profile: 'embedded' });
    bo = await stage.addPerson('Bo');
    await stage.setPolicy([{ page: [stage.ana], wait: 5 }, { page: [bo] }]);
    await stage.advance('PT1M');
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    await stage.advance('PT7M');
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    await stage.advance('PT10M');
    screens = await Screens.open(() => stage.tocsin.url);
    screens.expectedErrors = serverIsGone;
    page = await screens.visit(`/policies/${stage.setUpAnswer.policyId}`, { as: stage.ana.api });
    await page.getByLabel('How long to wait after step 1').selectOption('15');
  });
  const claim = { attempt: 1, owner: 'the test' };
  const openResults = (): FileResults => new FileResults(join(stage.tocsin.data, 'side', 'backtests'));
  /** A result with differences, as it is on disk. */
  const readStoredResult = async (): Promise<BacktestAnswer> => {
    const all = (await openResults().all()).map(({ text }) => JSON.parse(text) as BacktestAnswer);
    return all.find(({ result }) => (result?.differences.length ?? 0) > 0)!;
  };
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('shows both sides, who was paged and who would have been, and leaves the policy as it is', async () => {
    const { version } = await stage.getRow('policies', stage.setUpAnswer.policyId);
    await page.getByRole('button', { name: 'Backtest this change' }).click();
    await waitForText(page, '1 alert group would have been handled differently. 2 pages recorded, 1 to 2 with the change.');
    const figures = page.getByRole('region', { name: 'Measure', exact: true });
    const pages = figures.getByRole('row', { name: /^Pages/ }).getByRole('cell');
    expect((await pages.allTextContents())[0]).toBe('2');
    await waitForText(page.getByRole('region', { name: 'Differences' }), '#1');
    await waitForText(page.getByRole('region', { name: 'Differences' }), 'the change');
    expect((await stage.getRow('policies', stage.setUpAnswer.policyId)).version).toBe(version);
  });

  chapter('keeps the result, which anyone may open by its link', async () => {
    const secondPage = await screens.visit(new URL(page.url()).pathname + new URL(page.url()).search, {
      as: stage.ana.api,
      size: phone,
      isDark: true,
    });
    await waitForText(secondPage, /^1 alert group would have been handled differently/);
    expect(await secondPage.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await secondPage.context().close();
  });

  chapter('is shared by its link, and opens the change in its editor, where nothing is saved yet', async () => {
    const { version } = await stage.getRow('policies', stage.setUpAnswer.policyId);
    const secondPage = await screens.visit(new URL(page.url()).pathname + new URL(page.url()).search, { as: stage.ana.api });
    await secondPage.getByRole('button', { name: 'Share' }).click();
    await waitForText(secondPage.getByRole('dialog'), page.url());
    await secondPage.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await secondPage.getByRole('button', { name: 'Apply this change…' }).click();
    await waitForText(secondPage, /^Your unsaved changes from .* are still here\.$/);
    await waitForValue(secondPage.getByLabel('How long to wait after step 1'), '15');
    expect((await stage.getRow('policies', stage.setUpAnswer.policyId)).version).toBe(version);
    await secondPage.context().close();
  });

  chapter('hides names of people whose figures its reader may not see', async () => {
    const secondPage = await screens.visit(new URL(page.url()).pathname + new URL(page.url()).search, { as: bo.api, size: phone });
    const difference = secondPage.getByRole('region', { name: 'Differences' }).getByRole('listitem').filter({ hasText: '#1' });
    await waitForText(difference, /Name hidden, .*Webhook/);
    await waitForText(difference, /^Bo, /);
    expect(await difference.textContent()).not.toContain('Ana');
    const people = secondPage.getByRole('region', { name: 'People', exact: true });
    await waitForText(people, /^Some people are hidden\. Individual figures are visible to admins/);
    const table = secondPage.getByRole('region', { name: 'Person', exact: true });
    expect(await table.getByRole('rowheader').allTextContents()).toEqual(['Bo']);
    expect(await secondPage.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await secondPage.context().close();
  });

  chapter('says of one that is gone that there is none', async () => {
    const secondPage = await screens.visit('/reports/backtest?id=019bb4a0-0000-7000-8000-000000000000', { as: stage.ana.api });
    await waitForText(secondPage, /^Backtest not found/);
    await secondPage.context().close();
  });

  chapter('says so only when the server has said it: not while it is read, and not when the server could not be reached', async () => {
    const secondPage = await screens.visit('/sign-in');
    const url = screens.at('/');
    await secondPage.context().addCookies([{ name: 'tocsin_session', value: stage.ana.api.token, url, httpOnly: true }]);
    let answerRequest = (_: 'abort' | 'continue'): void => undefined;
    const answers = new Promise<'abort' | 'continue'>((resolve) => (answerRequest = resolve));
    await secondPage.route('**/api/backtests/*', async (heldRoute) =>
      (await answers) === 'abort' ? heldRoute.abort() : heldRoute.continue(),
    );
    await secondPage.goto(screens.at('/reports/backtest?id=019bb4a0-0000-7000-8000-000000000000'));
    await secondPage.getByRole('region', { name: 'Saved backtests' }).waitFor();
    await secondPage.getByLabel('Loading', { exact: true }).waitFor();
    expect(await secondPage.getByText(/Backtest not found/).count()).toBe(0);
    answerRequest('abort');
    await waitForText(secondPage, 'The backtest could not be shown.');
    expect(await secondPage.getByText(/Backtest not found/).count()).toBe(0);
    await secondPage.unrouteAll({ behavior: 'wait' });
    await secondPage.getByRole('button', { name: 'Try again' }).click();
    await waitForText(secondPage, /^Backtest not found/);
    await secondPage.context().close();
  });

  chapter('begins in the settings of a service, too', async () => {
    await page.goto(screens.at(`/services/${stage.setUpAnswer.serviceId}`));
    await page.getByLabel('Urgency', { exact: true }).selectOption('always_low');
    await page.getByRole('button', { name: 'Backtest this change' }).click();
    await waitForText(page, '1 alert group would have been handled differently.');
    await waitForText(page.getByRole('region', { name: 'Saved backtests' }), /^Changed service: Production/);
  });

  chapter('begins in the rotations of a schedule, too', async () => {
    const length = { unit: 'weeks', count: 1, time: '09:00', weekday: 1 } as const;
    const scheduleId = await createScheduleOn(stage, 'Nights', { length, anchor: '2026-11-23T09:00:00.000Z', turns: [stage.ana] });
    await stage.settle();
    await page.goto(screens.at(`/schedules/${scheduleId}`));
    await chooseTyped(page, 'Time zone of the schedule', 'Europe/Berlin');
    await page.getByRole('button', { name: 'Backtest this change' }).click();
    await waitForText(page.getByRole('region', { name: 'Saved backtests' }), /^Changed schedule: Nights/);
    await waitForText(page, 'No alert group was opened in this period.');
  });

  const readRules = async (): Promise<unknown> => (await stage.getRow('contacts', stage.ana.personId)).rules;
  /** A slot of Ana’s webhook, which is her only one. */
  const slotIn = (screenPage: Page, name: RegExp) =>
    screenPage.getByRole('region', { name: 'Contact methods' }).getByRole('listitem').filter({ hasText: 'Webhook' }).getByLabel(name);
  const immediateRule = /^High urgency, Webhook .*: rule$/;

  chapter('begins at a notification rule, which is saved when I say so', async () => {
    const before = await readRules();
    await page.goto(screens.at('/me'));
    await slotIn(page, immediateRule).selectOption('after 3 min');
    const draft = page.getByRole('group', { name: /^High urgency, Webhook .*, rule “at once”: not saved$/ });
    await waitForText(draft, 'Not saved. Currently: at once.');
    await draft.getByRole('button', { name: 'Backtest this change' }).click();
    await waitForText(page, /^1 alert group would have been handled differently/);
    await waitForText(page, /^Changed notification rule: Ana, webhook, high urgency, after 3 min\./);
    await waitForText(
      page.getByRole('region', { name: 'Saved backtests' }),
      /^Changed notification rule: Ana, webhook, high urgency, after 3 min · from/,
    );
    await waitForText(page.getByRole('region', { name: 'Person', exact: true }), 'Ana');
    const measureRegion = page.getByRole('region', { name: 'Measure', exact: true }).getByRole('row', { name: /^Median time to reach/ });
    expect((await measureRegion.getByRole('cell').allTextContents()).slice(0, 2)).toEqual(['0 ms', '3 min']);
    await waitForText(page.getByRole('region', { name: 'Differences' }), /^Ana, .* · Webhook after 3 min$/);
    expect(await readRules()).toEqual(before);
    // the tested change is still selected, and not saved
    await page.goBack();
    await waitForValue(slotIn(page, immediateRule), '3');
    await waitForText(draft, /^Your unsaved changes from .* are still here\.$/);
    await draft.getByRole('button', { name: 'Save rule' }).click();
    await waitForGone(draft);
    await slotIn(page, immediateRule).and(page.locator(':focus')).waitFor();
    await stage.settle();
    expect(await readRules()).toEqual(
      (before as readonly { delayMinutes: number; urgency: string }[]).map((rule) =>
        rule.urgency === 'high' ? { ...rule, delayMinutes: 3 } : rule,
      ),
    );
    await slotIn(page, immediateRule).selectOption('at once');
    const back = page.getByRole('group', { name: /^High urgency, Webhook .*, rule “after 3 min”: not saved$/ });
    await back.getByRole('button', { name: 'Save rule' }).click();
    await waitForGone(back);
  });

  chapter('tries a rule that is added or removed, on a phone too', async () => {
    const secondPage = await screens.visit('/me', { as: stage.ana.api, size: phone, isDark: true });
    const before = await readRules();
    await slotIn(secondPage, /^High urgency.*: add a rule$/).selectOption('after 1 min');
    const draft = secondPage.getByRole('group', { name: /: not saved$/ });
    expect(await secondPage.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await draft.getByRole('button', { name: 'Backtest this change' }).tap();
    await waitForText(secondPage, /^Added notification rule: Ana, webhook, high urgency, after 1 min\./);
    expect(await secondPage.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await secondPage.goBack();
    await draft.getByRole('button', { name: 'Discard' }).tap();
    await waitForGone(draft);
    await waitForValue(slotIn(secondPage, /^High urgency.*: add a rule$/), 'never');
    await slotIn(secondPage, /^High urgency.*: add a rule$/)
      .and(secondPage.locator(':focus'))
      .waitFor();
    await slotIn(secondPage, immediateRule).selectOption('remove the rule');
    await waitForText(draft, 'Not saved. Removes the rule “at once”.');
    await draft.getByRole('button', { name: 'Backtest this change' }).tap();
    await waitForText(secondPage, /^Removed notification rule: Ana, webhook, high urgency, at once\./);
    expect(await readRules()).toEqual(before);
    await secondPage.context().close();
  });

  chapter('lists every difference of a long result page by page, after a reload too, and exports all', async () => {
    const { result, ...kept } = await readStoredResult();
    const [difference] = result!.differences;
    const idOf = (n: number): string => `019bb4a0-0000-7000-8000-${String(n).padStart(12, '0')}`;
    const all = Array.from({ length: 1_203 }, (_, n) => ({ ...difference!, groupId: idOf(n), number: n + 1 }));
    const { page: size } = backtestLimits.backtests;
    const pages = [0, 1, 2].map((n) => all.slice(n * size, (n + 1) * size));
    const id = idOf(9_999);
    const long = { ...result!, differences: pages[0], differing: { late: 0, change: all.length, assumption: 0 } };
    await openResults().begin(id, JSON.stringify({ ...kept, id, listed: all.length, result: long }), claim, null);
    for (const [n, rows] of pages.entries()) await openResults().putPage(id, n, JSON.stringify(rows), claim);
    await stage.restart();
    await page.goto(screens.at(`/reports/backtest?id=${id}`));
    const section = page.getByRole('region', { name: 'Differences' });
    await waitForText(section, '1 to 500 of 1,203 differences.');
    await section.getByRole('link', { name: 'Next page' }).first().click();
    await waitForText(section, '501 to 1,000 of 1,203 differences.');
    await waitForText(section, '#501');
    await page.reload();
    await waitForText(section, '#1000');
    expect(await section.getByRole('listitem').count()).toBe(size);
    await section.getByRole('link', { name: 'Next page' }).first().click();
    await waitForText(section, '1,001 to 1,203 of 1,203 differences.');
    expect(await section.getByRole('link', { name: 'Next page' }).count()).toBe(0);
    const csv = await section.getByRole('link', { name: 'Download all as CSV' }).first().getAttribute('href');
    const { body } = await stage.ana.api.request<string>('GET', csv!);
    expect(new Set(body.split('\r\n').flatMap((line) => /^(?:\d+),/.exec(line) ?? [])).size).toBe(all.length);
  });

  chapter('says how far one was when it was interrupted too often, and runs it again', async () => {
    const storedBacktest = await readStoredResult();
    const id = '019bb4a0-0000-7000-8000-000000008888';
    const failedState = { state: 'failed', trouble: 'Stopped.', attempt: 3, interrupted: { done: 40, of: 100 }, result: null, listed: 0 };
    await openResults().begin(id, JSON.stringify({ ...storedBacktest, ...failedState, id }), claim, null);
    await stage.restart();
    await page.goto(screens.at(`/reports/backtest?id=${id}`));
    await waitForText(page.getByRole('alert'), 'Stopped. It was last interrupted at 40 %.');
    await page.getByRole('button', { name: 'Run again' }).click();
    await waitForText(page, /would have been handled differently/);
    expect(page.url()).not.toContain(id);
  });

  chapter('lists actions that could not be repeated: who, when, and why', async () => {
    const cleo = await stage.addPerson('Cleo');
    await stage.alertmanager('firing', [{ name: 'CpuHigh' }]);
    await stage.advance('PT7M');
    const { id: groupId, number } = await stage.getGroup();
    // Bo is paged by the second step, which low urgency does not reach: nothing is acknowledged that Cleo could unacknowledge
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await cleo.api.run('UnacknowledgeAlertGroup', { groupId });
    await cleo.api.run('ResolveAlertGroup', { groupId });
    await stage.settle();
    await page.goto(screens.at(`/services/${stage.setUpAnswer.serviceId}`));
    await page.getByLabel('Urgency', { exact: true }).selectOption('always_low');
    await page.getByRole('button', { name: 'Backtest this change' }).click();
    await waitForText(page, /^1 alert group would have been handled differently/);
    await waitForText(page, '1 recorded action could not be repeated.');
    const table = page.getByRole('table', { name: 'Action', exact: true });
    expect(await table.count()).toBe(0);
    await page.getByText('Actions that could not be repeated', { exact: true }).click();
    const row = table.getByRole('row', { name: /^Unacknowledge/ });
    await row.getByRole('link', { name: `#${number}`, exact: true }).waitFor();
    await waitForText(row, 'Cleo');
    await waitForText(row, 'This alert group is not acknowledged.');
    await page.setViewportSize(phone);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    const { width: room } = (await page.getByRole('region', { name: 'Action', exact: true }).boundingBox())!;
    expect((await table.boundingBox())!.width).toBeLessThanOrEqual(room);
  });

  chapter('is removed', async () => {
    const keptRegion = page.getByRole('region', { name: 'Saved backtests' }).getByRole('listitem');
    for (let remainingCount = await keptRegion.count(); remainingCount > 0; remainingCount -= 1) {
      const first = keptRegion.filter({ has: page.getByRole('button', { name: 'Remove' }) }).first();
      const link = await first.getByRole('link').getAttribute('href');
      await first.getByRole('button', { name: 'Remove' }).click();
      await waitForGone(page.locator(`[href="${link}"]`));
    }
    await waitForText(page, 'No backtests yet.');
  });
});
