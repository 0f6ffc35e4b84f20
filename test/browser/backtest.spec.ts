import type { Page } from 'playwright-core';
import { describeInBrowser, gone, phone, says, Screens } from '@tocsin/testing/browser/browser.js';
import { scheduleOn } from '@tocsin/testing/schedules/on-stage.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

describeInBrowser('a backtest from the editor of a policy', () => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin({ profile: 'embedded' });
    const bo = await stage.person('Bo');
    await stage.policy([{ page: [stage.ana], wait: 5 }, { page: [bo] }]);
    await stage.advance('PT1M');
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    await stage.advance('PT7M');
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.group()).id });
    await stage.advance('PT10M');
    screens = await Screens.open(() => stage.tocsin.url);
    screens.expected = /ERR_FAILED/;
    page = await screens.visit(`/policies/${stage.made.policyId}`, { as: stage.ana.api });
    await page.getByLabel('How long to wait after step 1').selectOption('15');
  });
  afterAll(async () => {
    await screens.close();
    await stage.leave();
  });

  it('shows both sides, who was paged and who would have been, and leaves the policy as it is', async () => {
    const { version } = await stage.row('policies', stage.made.policyId);
    await page.getByRole('button', { name: 'Backtest this change' }).click();
    await says(page, '1 alert group would have gone differently. 2 pages went out, 1 to 2 would have.');
    const figures = page.getByRole('region', { name: 'Measure', exact: true });
    const pages = figures.getByRole('row', { name: /^Pages/ }).getByRole('cell');
    expect((await pages.allTextContents())[0]).toBe('2');
    await says(page.getByRole('region', { name: 'Differences' }), '#1');
    await says(page.getByRole('region', { name: 'Differences' }), 'the change');
    expect((await stage.row('policies', stage.made.policyId)).version).toBe(version);
  });

  it('keeps the result, which anyone may open by its link', async () => {
    const look = await screens.visit(new URL(page.url()).pathname + new URL(page.url()).search, {
      as: stage.ana.api,
      size: phone,
      dark: true,
    });
    await says(look, /^1 alert group would have gone differently/);
    expect(await look.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await look.context().close();
  });

  it('says of one that is gone that there is none', async () => {
    const look = await screens.visit('/reports/backtest?id=019bb4a0-0000-7000-8000-000000000000', { as: stage.ana.api });
    await says(look, /^There is no such backtest/);
    await look.context().close();
  });

  it('says so only when the server has said it: not while it is read, and not when the server could not be reached', async () => {
    const look = await screens.visit('/sign-in');
    const url = screens.at('/');
    await look.context().addCookies([{ name: 'tocsin_session', value: stage.ana.api.token, url, httpOnly: true }]);
    let answer = (_: 'abort' | 'continue'): void => undefined;
    const answers = new Promise<'abort' | 'continue'>((resolve) => (answer = resolve));
    await look.route('**/api/backtests/*', async (asked) => ((await answers) === 'abort' ? asked.abort() : asked.continue()));
    await look.goto(screens.at('/reports/backtest?id=019bb4a0-0000-7000-8000-000000000000'));
    await look.getByRole('region', { name: 'Kept backtests' }).waitFor();
    await look.getByLabel('Loading', { exact: true }).waitFor();
    expect(await look.getByText(/There is no such backtest/).count()).toBe(0);
    answer('abort');
    await says(look, 'The backtest could not be shown.');
    expect(await look.getByText(/There is no such backtest/).count()).toBe(0);
    await look.unrouteAll({ behavior: 'wait' });
    await look.getByRole('button', { name: 'Try again' }).click();
    await says(look, /^There is no such backtest/);
    await look.context().close();
  });

  it('begins in the settings of a service, too', async () => {
    await page.goto(screens.at(`/services/${stage.made.serviceId}`));
    await page.getByLabel('Urgency', { exact: true }).selectOption('always_low');
    await page.getByRole('button', { name: 'Backtest this change' }).click();
    await says(page, '1 alert group would have gone differently.');
    await says(page.getByRole('region', { name: 'Kept backtests' }), /^Service Production/);
  });

  it('begins in the rotations of a schedule, too', async () => {
    const length = { unit: 'weeks', count: 1, time: '09:00', weekday: 1 } as const;
    const scheduleId = await scheduleOn(stage, 'Nights', { length, anchor: '2026-11-23T09:00:00.000Z', turns: [stage.ana] });
    await stage.settle();
    await page.goto(screens.at(`/schedules/${scheduleId}`));
    await page.getByLabel('Time zone of the schedule').selectOption('Europe/Berlin');
    await page.getByRole('button', { name: 'Backtest this change' }).click();
    await says(page.getByRole('region', { name: 'Kept backtests' }), /^Schedule Nights/);
    await says(page, 'No alert group was opened in this period.');
  });

  it('is removed', async () => {
    const kept = page.getByRole('region', { name: 'Kept backtests' }).getByRole('listitem');
    for (let left = await kept.count(); left > 0; left -= 1) {
      const first = kept.filter({ has: page.getByRole('button', { name: 'Remove' }) }).first();
      const link = await first.getByRole('link').getAttribute('href');
      await first.getByRole('button', { name: 'Remove' }).click();
      await gone(page.locator(`[href="${link}"]`));
    }
    await says(page, 'No backtests yet.');
  });
});
