import { alertmanager, alertOf } from '../routing/signals.fixture.js';
import { ana, bo, Scenario, mia, pages } from './groups.fixture.js';

const ringingScenario = (): Scenario => {
  const scenario = new Scenario({ steps: [pages([ana, bo]), pages([mia])] });
  scenario.receives(alertmanager([alertOf('Disk')]));
  scenario.passes(0.5);
  scenario.news();
  return scenario;
};
const pagesOf = (scenario: Scenario) =>
  scenario.news().flatMap((event) => (event.type === 'PageStarted' ? [[event.data.personId, event.data.cause.kind]] : []));

describe('snoozing', () => {
  it('assigns it, answers their own page, cancels the others with the reason, and stops the escalation', () => {
    const scenario = ringingScenario();
    scenario.act('SnoozeAlertGroup', { minutes: 30 });
    const ends = scenario.news().flatMap(({ type, data }) => (type === 'PageAnswered' || type === 'PageCancelled' ? [[type, data]] : []));
    expect(ends).toMatchObject([
      ['PageAnswered', { personId: ana }],
      ['PageCancelled', { personId: bo, reason: 'delivery.cancelled_by_snooze' }],
    ]);
    expect(scenario.row()).toMatchObject({ status: 'snoozed', holder: { personId: ana }, next: null, paging: [] });
    expect(scenario.ladder()).toMatchObject({ state: 'stopped', because: 'snoozed' });
  });

  it('pages nobody until it ends, then the assignee first, after 5 min the first step', () => {
    const scenario = ringingScenario();
    scenario.act('SnoozeAlertGroup', { minutes: 30 });
    scenario.news();
    scenario.passes(29.9);
    expect(pagesOf(scenario)).toEqual([]);
    scenario.passes(0.2);
    expect(scenario.all('PageStarted').at(-1)!.data).toMatchObject({
      personId: ana,
      cause: { kind: 'holder_first', because: 'snooze_ended' },
    });
    expect(pagesOf(scenario)).toEqual([[ana, 'holder_first']]);
    expect(scenario.row()).toMatchObject({ status: 'firing', holder: null });
    expect(scenario.row()).not.toHaveProperty('snoozedUntil');
    scenario.passes(5);
    expect(pagesOf(scenario)).toContainEqual([bo, 'escalation']);
  });

  it('asks no assignee whether they are still working on it, and returns once', () => {
    const scenario = ringingScenario();
    scenario.act('AcknowledgeAlertGroup');
    scenario.act('SnoozeAlertGroup', { minutes: 60 });
    scenario.passes(70);
    expect(scenario.types()).not.toContain('HolderAsked');
    expect(scenario.all('AlertGroupReturnedToFiring').map(({ data }) => data.because)).toEqual(['snooze_ended']);
  });

  it('again moves its end', () => {
    const scenario = ringingScenario();
    scenario.act('SnoozeAlertGroup', { minutes: 30 });
    scenario.passes(20);
    scenario.act('SnoozeAlertGroup', { minutes: 30 }, bo);
    scenario.news();
    scenario.passes(15);
    expect(pagesOf(scenario)).toEqual([]);
    expect(scenario.row()).toMatchObject({ status: 'snoozed', holder: { personId: bo } });
    scenario.passes(16);
    expect(pagesOf(scenario)[0]).toEqual([bo, 'holder_first']);
  });

  it('ends early when it is acknowledged, and the ack timeout begins', () => {
    const scenario = ringingScenario();
    scenario.act('SnoozeAlertGroup', { minutes: 60 });
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', holder: { personId: bo } });
    scenario.news();
    scenario.passes(31);
    expect(scenario.all('AlertGroupReturnedToFiring').map(({ data }) => data.because)).toEqual(['ack_timeout']);
  });

  it('ends early for a new kind of alert, and not for one more of a kind that is known', () => {
    const scenario = ringingScenario();
    scenario.act('SnoozeAlertGroup', { minutes: 60 });
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Disk', { fingerprint: 'disk-2' })]));
    expect(scenario.row()).toMatchObject({ status: 'snoozed' });
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Memory')]));
    scenario.passes(0);
    expect(scenario.row()).toMatchObject({ status: 'firing' });
  });

  it('ends with the group', () => {
    const scenario = ringingScenario();
    scenario.act('SnoozeAlertGroup', { minutes: 30 });
    scenario.act('ResolveAlertGroup');
    scenario.news();
    scenario.passes(60);
    expect(scenario.all('AlertGroupReturnedToFiring')).toEqual([]);
    expect(scenario.row()).toMatchObject({ status: 'resolved' });
    expect(scenario.row()).not.toHaveProperty('snoozedUntil');
  });

  it.each([
    ['in the past', { until: '2020-01-01T00:00:00.000Z' }, 'alert_group.snooze_in_the_past'],
    ['longer than a day at high urgency', { minutes: 24 * 60 + 1 }, 'alert_group.snooze_too_long'],
  ])('is refused %s', (_says, end, code) => {
    const scenario = ringingScenario();
    expect(scenario.act('SnoozeAlertGroup', end)).toMatchObject({ kind: 'refused', refused: { code } });
    expect(scenario.row()).toMatchObject({ status: 'firing' });
  });

  it('is refused once the group is resolved', () => {
    const scenario = ringingScenario();
    scenario.act('ResolveAlertGroup');
    expect(scenario.act('SnoozeAlertGroup', { minutes: 30 })).toMatchObject({ refused: { code: 'alert_group.already_resolved' } });
  });
});

describe('unsnoozing', () => {
  it('fires again at the step that it had reached, after a grace of ten seconds', () => {
    const scenario = ringingScenario();
    scenario.act('SnoozeAlertGroup', { minutes: 30 });
    scenario.act('UnsnoozeAlertGroup');
    expect(scenario.row()).toMatchObject({ status: 'firing' });
    scenario.news();
    scenario.passes(0.3);
    expect(pagesOf(scenario)).toEqual([
      [ana, 'escalation'],
      [bo, 'escalation'],
    ]);
    scenario.passes(3);
    expect(scenario.all('AlertGroupReturnedToFiring').map(({ data }) => data.because)).toEqual(['unsnoozed']);
  });

  it('gives an acknowledged group back to whoever had acknowledged it, however often it was snoozed', () => {
    const scenario = ringingScenario();
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    scenario.act('SnoozeAlertGroup', { minutes: 30 });
    scenario.act('SnoozeAlertGroup', { minutes: 60 });
    scenario.act('UnsnoozeAlertGroup');
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', holder: { personId: bo } });
    scenario.news();
    scenario.passes(29);
    expect(scenario.all('HolderAsked')).toHaveLength(1);
  });

  it('is refused for what is not snoozed', () => {
    const scenario = ringingScenario();
    expect(scenario.act('UnsnoozeAlertGroup')).toMatchObject({ refused: { code: 'alert_group.not_snoozed' } });
  });
});
