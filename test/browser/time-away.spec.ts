import type { Page } from 'playwright-core';
import { addMillis } from '@tocsin/kernel/time.js';
import { storyInBrowser, desktop, sendCommand, waitForGone, phone, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { typeDate } from '@tocsin/testing/browser/date-fields.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const day = 86_400_000;
const toLocal = (instant: string): string => instant.slice(0, 16);

storyInBrowser('time away', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let mePage: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    const { ana, setUpAnswer: made } = stage;
    const { says: answer } = await ana.api.run('CreateSchedule', { teamId: made.teamId, name: 'Night watch', timeZone: 'UTC', layers: [] });
    const now = await stage.settle();
    const shift = { personId: ana.personId, from: addMillis(now, day), to: addMillis(now, 2 * day), reason: '' };
    await ana.api.run('AddOverrides', { scheduleId: String(answer['scheduleId']), overrides: [{ kind: 'add', ...shift }] });
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    mePage = await screens.visit('/me', { as: ana.api, size: phone });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const until = () => section().getByRole('group', { name: 'Away until', exact: true });
  const section = () => mePage.getByRole('region', { name: 'Low urgency and time away' });

  chapter('says what it uncovers before it is saved', async () => {
    const now = await stage.settle();
    await typeDate(until(), toLocal(addMillis(now, 3 * day)));
    await waitForText(section(), 'Left uncovered for low urgency');
    await waitForText(section().getByRole('listitem'), 'Night watch');
    await waitForText(section(), /step 1; no one else in step 1/);
    await section()
      .getByRole('button', { name: /Ask for cover/ })
      .waitFor();
  });

  chapter('says why it can’t be saved', async () => {
    const now = await stage.settle();
    await typeDate(until(), toLocal(addMillis(now, 400 * day)));
    await waitForText(section(), /At most 366 days/);
    await typeDate(until(), toLocal(addMillis(now, 3 * day)));
    await waitForText(section(), 'Left uncovered for low urgency');
  });

  chapter('says until when, on every screen, and is ended by one press', async () => {
    await section().getByRole('button', { name: 'Plan time away' }).click();
    await waitForText(section(), 'Away now');
    await waitForText(mePage, /away until/);
    await section().getByRole('button', { name: 'End now' }).click();
    await waitForGone(section().getByText('Away now'));
    await waitForGone(mePage.getByText(/away until/));
  });

  chapter('chooses hours of one’s own', async () => {
    const page = await screens.visit('/me', { as: stage.ana.api, size: desktop });
    const wide = page.getByRole('region', { name: 'Low urgency and time away' });
    await wide.getByLabel('Low-urgency pages').selectOption('During my working hours only');
    await typeDate(wide.getByRole('group', { name: 'Work until', exact: true }), '17:30');
    await wide.getByLabel('Friday').uncheck();
    await sendCommand(page, 'ChooseLowUrgencyHours', () => wide.getByRole('button', { name: 'Save' }).click());
    expect((await stage.getRow('people', stage.ana.personId)).lowUrgency).toMatchObject({
      pages: 'working',
      working: { from: '09:00', to: '17:30', weekdays: [1, 2, 3, 4] },
    });
  });
});
