import type { Page } from 'playwright-core';
import { addMillis } from '@tocsin/kernel/time.js';
import { chooseTyped, storyInBrowser, phone, waitForGone, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('the drill', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;
  const toStep = (kind: 'schedule' | 'person', id: string, waitMinutes: number) => ({
    targets: [kind === 'schedule' ? { kind, scheduleId: id } : { kind, personId: id }],
    waitMinutes,
    notifyOthersStill: false,
  });

  beforeAll(async () => {
    stage = await Stage.begin();
    const bo = await stage.addPerson('Bo');
    await stage.setPolicy([{ page: [stage.ana], wait: 5 }, { page: [bo] }], 1);
    const { api } = stage.ana;
    const { teamId } = stage.setUpAnswer;
    const scheduleId = await createScheduleOn(stage, 'Office hours', {
      anchor: await stage.settle(),
      turns: [bo],
      restrictions: [{ weekdays: [1, 2, 3, 4, 5], times: { from: '09:00', to: '18:00' } }],
    });
    const steps = [toStep('schedule', scheduleId, 5)];
    const { says: policy } = await api.run('CreatePolicy', { teamId, name: 'Office only', steps });
    await api.run('CreateService', { teamId, policyId: String(policy['policyId']), name: 'Search' });
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/reports/response', { as: api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  chapter('says who would be notified on Sunday night, on the ladder', async () => {
    await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Drill' }).click();
    await page.getByRole('heading', { level: 1, name: 'Drill' }).waitFor();
    await chooseTyped(page, 'Service', 'Production');
    await waitForText(page, /Ana would be notified first/);
  });

  chapter('says on the ladder what would be sent, as nothing was', async () => {
    const escalation = page.getByRole('region', { name: 'Escalation' });
    await escalation
      .getByText(/would be sent/)
      .first()
      .waitFor();
    const text = await escalation.innerText();
    expect(text).toContain('Step 2');
    expect(text).not.toMatch(/delivered \d|: sent|failed \d|repeated|no answer|✓/i);
    const first = escalation.locator('time').first();
    expect(await first.getAttribute('title')).toMatch(/^in \d+ [hd]/);
  });

  chapter('finds when no one would be, and leads to what happens then', async () => {
    await page.getByRole('button', { name: 'Check all services' }).click();
    const gaps = page.getByRole('table', { name: /^Periods in which no one/ });
    await gaps.waitFor();
    await waitForText(page, /^2 services checked/);
    await gaps.getByRole('link', { name: 'Search' }).first().click();
    await waitForText(page, /would be notified first/);
  });

  chapter('fits a phone, at the same address', async () => {
    const { pathname, search } = new URL(page.url());
    const phonePage = await screens.visit(pathname + search, { as: stage.ana.api, size: phone });
    await waitForText(phonePage, /would be notified first/);
    await waitForText(phonePage, /^2 services checked/);
    expect(await phonePage.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
  });

  chapter('asks people where they see who is on call, and starts once somebody agreed', async () => {
    const from = await stage.settle();
    const openings = [{ serviceId: stage.setUpAnswer.serviceId, policyId: null, urgency: 'high' as const, after: 0 }];
    const personIds = [stage.ana.personId];
    await stage.ana.api.run('PlanDrill', { from, to: addMillis(from, 3_600_000), personIds, openings });
    await stage.settle();
    await page.goto(`${stage.tocsin.url}/on-call`);
    const planned = page.getByRole('region', { name: 'Drill planned' });
    await planned.getByText('No one has agreed yet.').waitFor();
    expect(await planned.getByRole('button', { name: 'Start the drill' }).isDisabled()).toBe(true);
    await planned.getByRole('button', { name: 'Let it page me' }).click();
    await planned.getByText('Agreed: Ana. It can page 1 of 1 person.').waitFor();
    await planned.getByRole('button', { name: 'Start the drill' }).click();
    const running = page.getByRole('region', { name: 'Drill running' });
    await running.getByRole('link', { name: /^#\d+$/ }).click();
    await page.getByRole('heading', { level: 1, name: /DRILL: alert on/ }).waitFor();
    await page.goto(`${stage.tocsin.url}/alerts`);
    await page.getByRole('link', { name: /DRILL: alert on/ }).waitFor();
  });

  chapter('no longer pages who presses so, and ends by a press', async () => {
    await page.goto(`${stage.tocsin.url}/reports/drill`);
    const running = page.getByRole('region', { name: 'Drill running' });
    await running.getByRole('button', { name: 'Don’t page me' }).click();
    await running.getByRole('button', { name: 'Let it page me' }).waitFor();
    await running.getByRole('button', { name: 'End the drill' }).click();
    await waitForGone(running);
  });
});
