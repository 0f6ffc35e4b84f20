import type { Page } from 'playwright-core';
import type { ImportShown, ImportTableAnswer } from '@tocsin/contracts/imports/imports.js';
import { chooseTyped, describeInBrowser, eventually, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const minute = 60_000;
const startedAt = Date.parse('2026-09-01T06:00:00.000Z');
const timeOf = (millis: number): string => new Date(startedAt + millis).toISOString();
/** Each is acknowledged 8 minutes after it opened, and resolved 20 minutes later. */
const rows = Array.from({ length: 12 }, (_, n) => {
  const opened = n * 180 * minute;
  return [
    `Disk ${n} is full`,
    timeOf(opened),
    timeOf(opened + 8 * minute),
    timeOf(opened + 28 * minute),
    'Payments',
    n % 2 === 0 ? 'Mia' : 'Tom',
  ];
});
const csv = [['Summary', 'Created', 'Acked', 'Closed', 'Component', 'Responder'], ...rows].map((row) => row.join(',')).join('\n');
const map = 'title=Summary,openedAt=Created,acknowledgedAt=Acked,resolvedAt=Closed,service=Component,person=Responder';

describeInBrowser('a backtest of an import', () => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin({ profile: 'embedded' });
    const { says } = await stage.ana.api.run('IssueServiceToken', { name: 'Importer', teamId: null, scopes: ['import', 'read'] });
    await stage.settle();
    const program = new Client(stage.tocsin.url, String(says['token']), '');
    const query = new URLSearchParams({ name: 'Opsgenie', map });
    const { body } = await program.request<ImportShown>('POST', `/api/imports?${query.toString()}`, csv, { 'content-type': 'text/csv' });
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/reports/backtest', { as: stage.ana.api });
    await eventually(page, async () => {
      const { body: table } = await program.request<ImportTableAnswer>('GET', `/api/imports/${body.id}`);
      expect(table.state).toBe('done');
    });
    await page.reload();
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  it('agrees where nothing is changed, says that it is done, and shows what other steps would have done', async () => {
    await page.getByLabel('Alerts', { exact: true }).selectOption('Import: Opsgenie');
    await page.getByRole('button', { name: 'Run backtest' }).click();
    await waitForText(page, /^No alert group would have been handled differently/);
    const saved = page.getByRole('region', { name: 'Saved backtests' }).getByRole('listitem');
    await waitForText(saved.first(), /· done$/);
    await waitForText(saved.first(), /^Import · No change/);

    await page.getByLabel('Change', { exact: true }).selectOption('Other escalation steps');
    await page.getByLabel('How long to wait after step 1').selectOption('1');
    await page.getByRole('button', { name: 'Add step' }).click();
    await chooseTyped(page, 'Person of step 2', 'Tom');
    await page.getByRole('button', { name: 'Run backtest' }).click();
    await waitForText(page, /^\d+ alert groups would have been handled differently/);
    await waitForText(page.getByRole('region', { name: 'Differences' }), 'Tom');
    await eventually(page, async () => expect(await saved.count()).toBe(2));
    await waitForText(saved.first(), /· done$/);
  });

  it('says how far one is, before it is done', async () => {
    await page.route('**/api/backtests/*', async (route) => {
      const response = await route.fetch();
      const { result: _, ...answer } = (await response.json()) as { result: unknown; progress: object };
      await route.fulfill({ response, json: { ...answer, result: null, state: 'running', progress: { done: 3, of: 12 } } });
    });
    await page.reload();
    await waitForText(page, '25 %');
    expect(await page.getByRole('progressbar', { name: 'Backtest' }).getAttribute('value')).toBe('3');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
