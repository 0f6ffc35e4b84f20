import type { Page } from 'playwright-core';
import { phone, Screens, sendCommand, serverIsGone, storyInBrowser, waitForGone, waitForText } from '@tocsin/testing/browser/browser.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

storyInBrowser('Noise', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  let bo: Player;
  let cleo: Player;
  const fires = async (name: string, lasts: string): Promise<string> => {
    await stage.alertmanager('firing', [{ name }]);
    const { id } = (await stage.listGroups()).at(-1)!;
    await stage.advance(lasts);
    return id;
  };
  const ends = async (name: string): Promise<void> => {
    await stage.alertmanager('resolved', [{ name }]);
    await stage.advance('PT30M');
  };
  const question = () => page.getByRole('region', { name: 'Was there anything to do?' });

  /** By Bo; its id. */
  const draftSilence = async (name: string): Promise<string> => {
    const now = await stage.advance('PT0S');
    const until = new Date(Date.parse(now) + 7 * 86_400_000).toISOString();
    const matchers = [{ label: 'alertname', operator: '=', value: name }];
    const change = { type: 'StartSilence', data: { teamId: stage.setUpAnswer.teamId, matchers, until } };
    const { body } = await bo.api.request<{ id: string }>('POST', '/api/backtests', { change, from: '2026-11-24T01:00:00.000Z' });
    const tab = await screens.visit(`/reports/backtest?id=${body.id}`, { as: bo.api });
    await tab.getByRole('button', { name: 'Apply this change…' }).waitFor();
    await tab.close();
    return body.id;
  };

  beforeAll(async () => {
    // in the night of everyone
    stage = await Stage.begin({ env: { TOCSIN_CLOCK_AT: '2026-11-24T01:00:00.000Z' } });
    bo = await stage.addPerson('Bo');
    cleo = await stage.addPerson('Cleo', { role: 'admin' });
    await bo.api.run('ChangePersonTimeZone', { personId: bo.personId, timeZone: 'Europe/Berlin' });
    await stage.setPolicy([{ page: [bo], wait: 60 }]);
    await stage.advance('PT1M');
    for (let n = 0; n < 2; n += 1) {
      await fires('DiskFull', 'PT2M');
      await ends('DiskFull');
    }
    const groupId = await fires('DiskFull', 'PT20M');
    await bo.api.run('AddNote', { groupId, text: 'Emptied /var/log' });
    await ends('DiskFull');
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/alerts/2', { as: bo.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('asks whoever was there, with one tap, and takes another answer', async () => {
    await question().getByRole('button', { name: 'No' }).click();
    await question().getByText('You answered: there was nothing to do.').waitFor();
    await question().getByRole('button', { name: 'Change to yes' }).click();
    await question().getByText('You answered: there was something to do.').waitFor();
    await question().getByRole('button', { name: 'Change to no' }).click();
    await question().getByText('You answered: there was nothing to do.').waitFor();
    await waitForText(page, /Bo answered: there was nothing to do/);
  });

  chapter('asks nobody else', async () => {
    const ofAna = await screens.visit('/alerts/2', { as: stage.ana.api });
    await waitForText(ofAna, /Bo answered: there was nothing to do/);
    expect(await ofAna.getByRole('region', { name: 'Was there anything to do?' }).count()).toBe(0);
    await ofAna.close();
  });

  chapter('shows what helped last time beside an alert group', async () => {
    await page.goto(screens.at('/alerts/1'));
    const earlier = page.getByRole('region', { name: 'Earlier' });
    await earlier.getByText('Emptied /var/log').waitFor();
    await earlier.getByText('1 note').waitFor();
    await earlier.getByText('0 of 1 had something to do').waitFor();
  });

  chapter(
    'says what would have spared pages, with its backtest on the spot: a responder’s is a draft that waits for a manager',
    async () => {
      const ofBo = await screens.visit('/reports/noise', { as: bo.api });
      await ofBo.getByRole('button', { name: 'Backtest: Hold for 5 min before paging, DiskFull' }).click();
      await waitForText(ofBo, /2 of 3 night pages fewer, 1 real one 5\s*min later\./);
      await waitForText(ofBo, 'Waits for a manager of the team');
      await ofBo.getByRole('link', { name: 'Review' }).first().click();
      await ofBo.getByTitle('Only owners, admins and managers of the team can apply it').waitFor();
      expect(await ofBo.getByRole('button', { name: 'Apply this change…' }).isDisabled()).toBe(true);
      expect(await stage.ana.api.list('routeRules')).toEqual([]);
      await ofBo.close();
    },
  );

  chapter('shows the draft to the manager, who reviews and applies it; applied, it is no draft any more', async () => {
    page = await screens.visit('/reports/noise', { as: stage.ana.api });
    await waitForText(page, /Sleep lost: Bo 90\s*min/);
    const drafts = page.getByRole('region', { name: 'Drafts to review' });
    await drafts.getByText(/2 of 3 night pages fewer/).waitFor();
    await drafts.getByText(/^Bo · /).waitFor();
    await drafts.getByRole('link', { name: 'Review and apply' }).click();
    await waitForText(page, /2 of 3 night pages fewer/);
    await page.getByRole('button', { name: 'Apply this change…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await waitForText(page, /Applied/);
    const [routes] = await stage.ana.api.list('routeRules');
    expect(routes!.rules).toMatchObject([{ rows: [[{ label: 'alertname', value: 'DiskFull' }]], outcome: { holdMinutes: 5 } }]);
    await page.goto(screens.at('/reports/noise'));
    await waitForText(page, /Sleep lost: Bo 90\s*min/);
    await waitForGone(drafts);
  });

  chapter('drafts of a silence survive a restart; two managers who apply one at the same time make one silence', async () => {
    const draft = await draftSilence('DiskFull');
    screens.expectedErrors = serverIsGone;
    await stage.restart();
    const openDraft = async (as: Player): Promise<Page> => {
      const tab = await screens.visit(`/reports/backtest?id=${draft}`, { as: as.api });
      await tab.getByRole('button', { name: 'Apply this change…' }).click();
      return tab;
    };
    const tabs = [await openDraft(stage.ana), await openDraft(cleo)];
    await Promise.all(tabs.map((tab) => tab.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()));
    for (const tab of tabs) await waitForText(tab, /^Applied/);
    await stage.settle();
    expect(await stage.ana.api.list('silences')).toMatchObject([{ id: draft, state: 'active' }]);
    for (const tab of tabs) await tab.close();
  });

  chapter('applies nothing that was withdrawn while the manager read it', async () => {
    const draft = await draftSilence('MailLate');
    const tab = await screens.visit(`/reports/backtest?id=${draft}`, { as: stage.ana.api });
    await tab.getByRole('button', { name: 'Apply this change…' }).click();
    expect((await bo.api.request('DELETE', `/api/backtests/${draft}`)).status).toBe(204);
    await tab.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await waitForText(tab, /^Not applied: its backtest was removed/);
    expect((await stage.ana.api.list('silences')).map(({ id }) => id)).not.toContain(draft);
    await tab.close();
  });

  chapter('saves no night budget that would have been broken, unless one presses again; one that would not is saved at once', async () => {
    const { policyId } = stage.setUpAnswer;
    const budgetOf = async () => (await stage.ana.api.row('policies', policyId)).nightBudget;
    await page.goto(screens.at(`/policies/${policyId}`));
    await page.getByLabel('Night budget').selectOption('2');
    await page.getByRole('button', { name: 'Save as version' }).click();
    await waitForText(page, /^1 person would have had up to 3 night pages a week: Bo 3 pages \(week of 23 Nov\)\./);
    expect(await budgetOf()).toBeUndefined();
    await page.getByRole('button', { name: 'Save anyway' }).click();
    await waitForText(page, 'Saved');
    expect(await budgetOf()).toBe(2);
    await page.getByLabel('Night budget').selectOption('9');
    await sendCommand(page, 'ChangePolicy', () => page.getByRole('button', { name: 'Save as version' }).click());
    expect(await budgetOf()).toBe(9);
  });

  chapter('saves it unchecked, and says so, where it can’t be checked', async () => {
    await page.route('**/api/backtests', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 409,
            json: { code: 'conflict.one_at_a_time', detail: 'Another backtest runs already.', action: 'Wait for it.' },
          })
        : route.continue(),
    );
    await page.getByLabel('Night budget').selectOption('8');
    await sendCommand(page, 'ChangePolicy', () => page.getByRole('button', { name: 'Save as version' }).click());
    await waitForText(page, 'The backtest was not started');
    expect((await stage.ana.api.row('policies', stage.setUpAnswer.policyId)).nightBudget).toBe(8);
  });

  chapter('saves it without waiting for a check that has not begun; that is cancelled when it begins', async () => {
    await page.unroute('**/api/backtests');
    let begin = (): void => {};
    const gate = new Promise<void>((resolve) => (begin = resolve));
    await page.route('**/api/backtests', (route) =>
      route.request().method() === 'POST' ? gate.then(() => route.continue()) : route.continue(),
    );
    await page.getByLabel('Night budget').selectOption('7');
    await page.getByRole('button', { name: 'Save as version' }).click();
    await sendCommand(page, 'ChangePolicy', () => page.getByRole('button', { name: 'Save without the check' }).click());
    const cancelled = page.waitForRequest((request) => request.method() === 'DELETE' && request.url().includes('/api/backtests/'));
    begin();
    await cancelled;
    expect((await stage.ana.api.row('policies', stage.setUpAnswer.policyId)).nightBudget).toBe(7);
    expect(await page.getByRole('progressbar', { name: 'Backtest of the night budget' }).count()).toBe(0);
  });

  chapter('fits a phone', async () => {
    const onPhone = await screens.visit('/reports/noise', { as: stage.ana.api, size: phone });
    await waitForText(onPhone, /Sleep lost: Bo 90\s*min/);
    expect(await onPhone.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});
