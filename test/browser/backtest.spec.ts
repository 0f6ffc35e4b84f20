import type { Page } from 'playwright-core';
import { describeInBrowser, phone, says, Screens } from '@tocsin/testing/browser/browser.js';
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

  it('is removed', async () => {
    await page.getByRole('region', { name: 'Kept backtests' }).getByRole('button', { name: 'Remove' }).click();
    await says(page, 'No backtests yet.');
  });
});
