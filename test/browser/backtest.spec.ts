import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { BacktestAnswer } from '@tocsin/contracts/backtests.js';
import { limits } from '@tocsin/contracts/limits.js';
import { FileResults } from '@tocsin/platform/side/file-results.js';
import { storyInBrowser, waitForGone, waitForValue, phone, waitForText, Screens, serverIsGone } from '@tocsin/testing/browser/browser.js';
import { createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

storyInBrowser('a backtest from the editor of a policy', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let bo: Player;

  beforeAll(async () => {
    stage = await Stage.begin({ profile: 'embedded' });
    bo = await stage.person('Bo');
    await stage.policy([{ page: [stage.ana], wait: 5 }, { page: [bo] }]);
    await stage.advance('PT1M');
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    await stage.advance('PT7M');
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.group()).id });
    await stage.advance('PT10M');
    screens = await Screens.open(() => stage.tocsin.url);
    screens.expectedErrors = serverIsGone;
    page = await screens.visit(`/policies/${stage.made.policyId}`, { as: stage.ana.api });
    await page.getByLabel('How long to wait after step 1').selectOption('15');
  });
  const claim = { attempt: 1, owner: 'the test' };
  const results = (): FileResults => new FileResults(join(stage.tocsin.data, 'side', 'backtests'));
  /** A result with differences, as it is on disk. */
  const storedResult = async (): Promise<BacktestAnswer> => {
    const all = (await results().all()).map(({ text }) => JSON.parse(text) as BacktestAnswer);
    return all.find(({ result }) => (result?.differences.length ?? 0) > 0)!;
  };
  afterAll(async () => {
    await screens.close();
    await stage.leave();
  });

  chapter('shows both sides, who was paged and who would have been, and leaves the policy as it is', async () => {
    const { version } = await stage.row('policies', stage.made.policyId);
    await page.getByRole('button', { name: 'Backtest this change' }).click();
    await waitForText(page, '1 alert group would have been handled differently. 2 pages went out, 1 to 2 would have.');
    const figures = page.getByRole('region', { name: 'Measure', exact: true });
    const pages = figures.getByRole('row', { name: /^Pages/ }).getByRole('cell');
    expect((await pages.allTextContents())[0]).toBe('2');
    await waitForText(page.getByRole('region', { name: 'Differences' }), '#1');
    await waitForText(page.getByRole('region', { name: 'Differences' }), 'the change');
    expect((await stage.row('policies', stage.made.policyId)).version).toBe(version);
  });

  chapter('keeps the result, which anyone may open by its link', async () => {
    const look = await screens.visit(new URL(page.url()).pathname + new URL(page.url()).search, {
      as: stage.ana.api,
      size: phone,
      isDark: true,
    });
    await waitForText(look, /^1 alert group would have been handled differently/);
    expect(await look.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await look.context().close();
  });

  chapter('hides names of people whose figures its reader may not see', async () => {
    const look = await screens.visit(new URL(page.url()).pathname + new URL(page.url()).search, { as: bo.api, size: phone });
    const difference = look.getByRole('region', { name: 'Differences' }).getByRole('listitem').filter({ hasText: '#1' });
    await waitForText(difference, /Name hidden, .*Webhook/);
    await waitForText(difference, /^Bo, /);
    expect(await difference.textContent()).not.toContain('Ana');
    const people = look.getByRole('region', { name: 'People', exact: true });
    await waitForText(people, /^Some people are hidden\. Individual figures are visible to admins/);
    const table = look.getByRole('region', { name: 'Person', exact: true });
    expect(await table.getByRole('rowheader').allTextContents()).toEqual(['Bo']);
    expect(await look.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await look.context().close();
  });

  chapter('says of one that is gone that there is none', async () => {
    const look = await screens.visit('/reports/backtest?id=019bb4a0-0000-7000-8000-000000000000', { as: stage.ana.api });
    await waitForText(look, /^Backtest not found/);
    await look.context().close();
  });

  chapter('says so only when the server has said it: not while it is read, and not when the server could not be reached', async () => {
    const look = await screens.visit('/sign-in');
    const url = screens.at('/');
    await look.context().addCookies([{ name: 'tocsin_session', value: stage.ana.api.token, url, httpOnly: true }]);
    let answer = (_: 'abort' | 'continue'): void => undefined;
    const answers = new Promise<'abort' | 'continue'>((resolve) => (answer = resolve));
    await look.route('**/api/backtests/*', async (asked) => ((await answers) === 'abort' ? asked.abort() : asked.continue()));
    await look.goto(screens.at('/reports/backtest?id=019bb4a0-0000-7000-8000-000000000000'));
    await look.getByRole('region', { name: 'Saved backtests' }).waitFor();
    await look.getByLabel('Loading', { exact: true }).waitFor();
    expect(await look.getByText(/Backtest not found/).count()).toBe(0);
    answer('abort');
    await waitForText(look, 'The backtest could not be shown.');
    expect(await look.getByText(/Backtest not found/).count()).toBe(0);
    await look.unrouteAll({ behavior: 'wait' });
    await look.getByRole('button', { name: 'Try again' }).click();
    await waitForText(look, /^Backtest not found/);
    await look.context().close();
  });

  chapter('begins in the settings of a service, too', async () => {
    await page.goto(screens.at(`/services/${stage.made.serviceId}`));
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
    await page.getByLabel('Time zone of the schedule').selectOption('Europe/Berlin');
    await page.getByRole('button', { name: 'Backtest this change' }).click();
    await waitForText(page.getByRole('region', { name: 'Saved backtests' }), /^Changed schedule: Nights/);
    await waitForText(page, 'No alert group was opened in this period.');
  });

  const rules = async (): Promise<unknown> => (await stage.row('contacts', stage.ana.personId)).rules;
  /** A slot of Ana’s webhook, which is her only one. */
  const slotIn = (look: Page, name: RegExp) =>
    look.getByRole('region', { name: 'Contact methods' }).getByRole('listitem').filter({ hasText: 'Webhook' }).getByLabel(name);
  const atOnce = /^High urgency, Webhook .*: rule$/;

  chapter('begins at a notification rule, which is saved when I say so', async () => {
    const before = await rules();
    await page.goto(screens.at('/me'));
    await slotIn(page, atOnce).selectOption('after 3 min');
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
    const reached = page.getByRole('region', { name: 'Measure', exact: true }).getByRole('row', { name: /^Median time to reach/ });
    expect((await reached.getByRole('cell').allTextContents()).slice(0, 2)).toEqual(['0 ms', '3 min']);
    await waitForText(page.getByRole('region', { name: 'Differences' }), /^Ana, .* · Webhook after 3 min$/);
    expect(await rules()).toEqual(before);
    // the tested change is still selected, and not saved
    await page.goBack();
    await waitForValue(slotIn(page, atOnce), '3');
    await waitForText(draft, /^Your unsaved changes from .* are still here\.$/);
    await draft.getByRole('button', { name: 'Save rule' }).click();
    await waitForGone(draft);
    await slotIn(page, atOnce).and(page.locator(':focus')).waitFor();
    await stage.settle();
    expect(await rules()).toEqual(
      (before as readonly { delayMinutes: number; urgency: string }[]).map((rule) =>
        rule.urgency === 'high' ? { ...rule, delayMinutes: 3 } : rule,
      ),
    );
    await slotIn(page, atOnce).selectOption('at once');
    const back = page.getByRole('group', { name: /^High urgency, Webhook .*, rule “after 3 min”: not saved$/ });
    await back.getByRole('button', { name: 'Save rule' }).click();
    await waitForGone(back);
  });

  chapter('tries a rule that is added or removed, on a phone too', async () => {
    const look = await screens.visit('/me', { as: stage.ana.api, size: phone, isDark: true });
    const before = await rules();
    await slotIn(look, /^High urgency.*: add a rule$/).selectOption('after 1 min');
    const draft = look.getByRole('group', { name: /: not saved$/ });
    expect(await look.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await draft.getByRole('button', { name: 'Backtest this change' }).tap();
    await waitForText(look, /^Added notification rule: Ana, webhook, high urgency, after 1 min\./);
    expect(await look.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await look.goBack();
    await draft.getByRole('button', { name: 'Discard' }).tap();
    await waitForGone(draft);
    await waitForValue(slotIn(look, /^High urgency.*: add a rule$/), 'never');
    await slotIn(look, /^High urgency.*: add a rule$/)
      .and(look.locator(':focus'))
      .waitFor();
    await slotIn(look, atOnce).selectOption('remove the rule');
    await waitForText(draft, 'Not saved. Removes the rule “at once”.');
    await draft.getByRole('button', { name: 'Backtest this change' }).tap();
    await waitForText(look, /^Removed notification rule: Ana, webhook, high urgency, at once\./);
    expect(await rules()).toEqual(before);
    await look.context().close();
  });

  chapter('lists every difference of a long result page by page, after a reload too, and exports all', async () => {
    const { result, ...kept } = await storedResult();
    const [difference] = result!.differences;
    const idOf = (n: number): string => `019bb4a0-0000-7000-8000-${String(n).padStart(12, '0')}`;
    const all = Array.from({ length: 1_203 }, (_, n) => ({ ...difference!, groupId: idOf(n), number: n + 1 }));
    const { page: size } = limits.backtests;
    const pages = [0, 1, 2].map((n) => all.slice(n * size, (n + 1) * size));
    const id = idOf(9_999);
    const long = { ...result!, differences: pages[0], differing: { late: 0, change: all.length } };
    await results().begin(id, JSON.stringify({ ...kept, id, listed: all.length, result: long }), claim, null);
    for (const [n, rows] of pages.entries()) await results().putPage(id, n, JSON.stringify(rows), claim);
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
    const kept = await storedResult();
    const id = '019bb4a0-0000-7000-8000-000000008888';
    const failed = { state: 'failed', trouble: 'Stopped.', attempt: 3, interrupted: { done: 40, of: 100 }, result: null, listed: 0 };
    await results().begin(id, JSON.stringify({ ...kept, ...failed, id }), claim, null);
    await stage.restart();
    await page.goto(screens.at(`/reports/backtest?id=${id}`));
    await waitForText(page.getByRole('alert'), 'Stopped. It was last interrupted at 40 %.');
    await page.getByRole('button', { name: 'Run again' }).click();
    await waitForText(page, /would have been handled differently/);
    expect(page.url()).not.toContain(id);
  });

  chapter('lists actions that could not be repeated: who, when, and why', async () => {
    const cleo = await stage.person('Cleo');
    await stage.alertmanager('firing', [{ name: 'CpuHigh' }]);
    await stage.advance('PT7M');
    const { id: groupId, number } = await stage.group();
    // Bo is paged by the second step, which low urgency does not reach: nothing is acknowledged that Cleo could unacknowledge
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await cleo.api.run('UnacknowledgeAlertGroup', { groupId });
    await cleo.api.run('ResolveAlertGroup', { groupId });
    await stage.settle();
    await page.goto(screens.at(`/services/${stage.made.serviceId}`));
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
    const kept = page.getByRole('region', { name: 'Saved backtests' }).getByRole('listitem');
    for (let left = await kept.count(); left > 0; left -= 1) {
      const first = kept.filter({ has: page.getByRole('button', { name: 'Remove' }) }).first();
      const link = await first.getByRole('link').getAttribute('href');
      await first.getByRole('button', { name: 'Remove' }).click();
      await waitForGone(page.locator(`[href="${link}"]`));
    }
    await waitForText(page, 'No backtests yet.');
  });
});
