import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import type { AttemptOutcome } from './attempts.js';
import { ana, bo, Scenario, methodOf, mia, pages, contactsOfPerson, type Setting } from '../groups.fixture.js';

const failedOutcome = (retry: boolean): AttemptOutcome => ({
  ok: false,
  reason: 'delivery.provider_unreachable',
  detail: 'connect ECONNREFUSED',
  retry,
});
const sentOutcome: AttemptOutcome = { ok: true, state: 'sent', providerId: 'm1' };

const ringingScenario = (provider: Scenario['provider'], setting: Setting = {}): Scenario => {
  const scenario = new Scenario({ steps: [pages([ana]), pages([bo])], ...setting });
  scenario.provider = provider;
  scenario.receives(alertmanager([alertOf('Disk')]));
  return scenario;
};
const contacts = {
  [ana]: contactsOfPerson(
    ana,
    ['browser', 'email', 'webhook'],
    [
      ['high', 0, 0],
      ['high', 1, 10],
    ],
  ),
};
/** Attempts of Ana: method, number, state, seconds after the group was opened. */
const attempts = (scenario: Scenario) =>
  scenario
    .ladder()
    .pages.filter(({ personId }) => personId === ana)
    .flatMap((page) => page.attempts)
    .map(({ kind, n, state, dueAt }) => `${kind} ${n} ${state} ${(Date.parse(dueAt) - Date.parse(scenario.row().openedAt)) / 1_000}`);

describe('an attempt that fails', () => {
  it('moves to the next method at once, while its own retries go on beside it', () => {
    const scenario = ringingScenario(({ kind }) => (kind === 'browser' ? failedOutcome(true) : sentOutcome), { contacts });
    scenario.passes(1);
    expect(attempts(scenario)).toEqual(
      ['browser 1 failed 0', 'browser 2 failed 15', 'browser 3 failed 30', 'browser 4 failed 45', 'email 1 sent 0'].toSorted(byPlan),
    );
    expect(scenario.all('PageFailed')).toEqual([]);
  });

  it('eats none of the later rules of its method, with another method or without one', () => {
    const rules = [
      ['high', 0, 0],
      ['high', 0, 5],
      ['high', 0, 10],
    ] as const;
    for (const methods of [['browser'], ['browser', 'email']] as const) {
      let calls = 0;
      const isFirst = (): boolean => (calls += 1) === 1;
      const scenario = ringingScenario(({ kind }) => (kind === 'browser' && isFirst() ? failedOutcome(true) : sentOutcome), {
        steps: [pages([ana], { waitMinutes: 60 })],
        contacts: { [ana]: contactsOfPerson(ana, methods, rules) },
      });
      scenario.passes(11);
      expect(
        attempts(scenario)
          .filter((attempt) => attempt.startsWith('browser'))
          .toSorted(byPlan),
      ).toEqual(['browser 1 failed 0', 'browser 2 sent 15', 'browser 1 sent 300', 'browser 1 sent 600'].toSorted(byPlan));
      expect(attempts(scenario).filter((attempt) => attempt.startsWith('email'))).toEqual(methods.length === 1 ? [] : ['email 1 sent 0']);
    }
  });

  it('leaves a dead phone its later rules', () => {
    const scenario = ringingScenario(({ kind }) => (kind === 'browser' ? failedOutcome(false) : sentOutcome), {
      steps: [pages([ana], { waitMinutes: 60 })],
      contacts: {
        [ana]: contactsOfPerson(
          ana,
          ['browser', 'email'],
          [
            ['high', 0, 0],
            ['high', 0, 5],
          ],
        ),
      },
    });
    scenario.passes(6);
    expect(attempts(scenario).toSorted(byPlan)).toEqual(['browser 1 failed 0', 'browser 1 failed 300', 'email 1 sent 0'].toSorted(byPlan));
  });

  it('takes a verified method without a rule when no rule is left', () => {
    const scenario = ringingScenario(({ kind }) => (kind === 'webhook' ? sentOutcome : failedOutcome(false)), { contacts });
    expect(attempts(scenario)).toEqual(['browser 1 failed 0', 'email 1 failed 0', 'webhook 1 sent 0']);
  });

  it('is not tried again when the provider says that it is of no use', () => {
    const scenario = ringingScenario(({ kind }) => (kind === 'browser' ? failedOutcome(false) : sentOutcome), { contacts });
    scenario.passes(1);
    expect(attempts(scenario).filter((attempt) => attempt.startsWith('browser'))).toEqual(['browser 1 failed 0']);
  });

  it('keeps the provider’s reason and words', () => {
    const scenario = ringingScenario(() => failedOutcome(false));
    expect(scenario.ladder().pages[0]!.attempts[0]).toMatchObject({
      reason: 'delivery.provider_unreachable',
      detail: 'connect ECONNREFUSED',
    });
  });

  it('is the end of the page when nothing is left, and the next step does not wait', () => {
    const scenario = ringingScenario(({ personId }) => (personId === ana ? failedOutcome(false) : sentOutcome));
    expect(scenario.ladder().pages[0]).toMatchObject({ personId: ana, state: 'failed', reason: 'delivery.provider_unreachable' });
    expect(scenario.paged()).toEqual([ana, bo]);
    expect(scenario.row().paging).toEqual([bo]);
  });

  it('waits for its retries before the page has failed', () => {
    const scenario = ringingScenario(({ personId }) => (personId === ana ? failedOutcome(true) : sentOutcome));
    scenario.passes(44 / 60);
    expect(scenario.paged()).toEqual([ana]);
    scenario.passes(1 / 60);
    expect(scenario.paged()).toEqual([bo]);
  });

  it('does not hurry a step of which somebody else was reached', () => {
    const scenario = ringingScenario(({ personId }) => (personId === ana ? failedOutcome(false) : sentOutcome), {
      steps: [pages([ana, bo]), pages([mia])],
    });
    expect(scenario.paged()).toEqual([ana, bo]);
    scenario.passes(4.9);
    expect(scenario.paged()).toEqual([]);
  });

  it('calls the managers at once when it was the last hope of the round, and the next round keeps its time', () => {
    const scenario = ringingScenario(({ personId }) => (personId === mia ? sentOutcome : failedOutcome(false)));
    expect(scenario.paged()).toEqual([ana, bo, mia]);
    expect(scenario.row()).toMatchObject({ nobodyHasIt: false, next: { round: 2, step: 1 } });
    scenario.passes(4.9);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(0.1);
    expect(scenario.paged()).toContain(ana);
  });

  it('changes nothing any more once its page has ended', () => {
    const scenario = ringingScenario(() => null);
    const { data } = scenario.all('AttemptStarted')[0]!;
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    scenario.news();
    scenario.act('RecordAttempt', { attemptId: data.attemptId, outcome: failedOutcome(true) });
    scenario.act('RecordAttempt', { attemptId: data.attemptId, outcome: sentOutcome });
    expect(scenario.types()).toEqual(['AttemptFailed']);
  });
});

describe('an attempt that a crash left on its way', () => {
  const crashedScenario = (): Scenario => {
    const scenario = ringingScenario(() => null);
    scenario.world.awayUntil(scenario.world.now);
    scenario.news();
    return scenario;
  };

  it('is closed as stale by the next holder, and a new one follows at once', () => {
    const scenario = crashedScenario();
    scenario.provider = () => sentOutcome;
    scenario.world.advance(0);
    expect(attempts(scenario)).toEqual(['email 1 stale 0', 'email 1 sent 0']);
    const ids = scenario.all('AttemptStarted').map(({ data }) => [data.attemptId, data.epoch]);
    expect(new Set(ids.map(([id]) => id)).size).toBe(2);
    expect(ids.map(([, epoch]) => epoch)).toEqual([1, 2]);
  });

  it('has no answer any more: what comes late for it is dropped', () => {
    const scenario = crashedScenario();
    scenario.world.advance(0);
    scenario.news();
    scenario.act('RecordAttempt', { attemptId: scenario.all('AttemptStarted')[0]!.data.attemptId, outcome: sentOutcome });
    expect(scenario.types()).toEqual([]);
  });

  it('is not followed by another once its page has ended', () => {
    const scenario = ringingScenario(() => null);
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    scenario.world.awayUntil(scenario.world.now);
    scenario.news();
    scenario.world.advance(0);
    expect(scenario.types()).toEqual(['AttemptWentStale']);
  });
});

describe('an attempt of which nothing is heard', () => {
  it('is given up after two minutes and tried anew, then gives way to the next method', () => {
    const scenario = ringingScenario(({ kind }) => (kind === 'browser' ? null : sentOutcome), {
      contacts,
      steps: [pages([ana], { waitMinutes: 60 })],
    });
    scenario.passes(9);
    expect(attempts(scenario).filter((one) => one.startsWith('browser'))).toEqual([
      'browser 1 stale 0',
      'browser 1 stale 120',
      'browser 1 stale 240',
      'browser 1 stale 360',
    ]);
    expect(attempts(scenario)).toContain('email 1 sent 480');
  });
});

describe('an attempt that is late', () => {
  it('is closed five minutes after it was due, and a new one follows at once', () => {
    const scenario = new Scenario({
      contacts: { [ana]: contactsOfPerson(ana, ['email'], [['high', 0, 1]]) },
      steps: [pages([ana], { waitMinutes: 60 })],
    });
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.world.awayUntil('2026-11-21T03:18:00.001Z');
    scenario.world.advance(0);
    expect(scenario.ladder().pages[0]!.attempts).toMatchObject([
      { state: 'stale', reason: 'delivery.too_late' },
      { state: 'sent', because: 'after_stale' },
    ]);
  });

  it('is handed over when it is less', () => {
    const scenario = new Scenario({
      contacts: { [ana]: contactsOfPerson(ana, ['email'], [['high', 0, 1]]) },
      steps: [pages([ana], { waitMinutes: 60 })],
    });
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.world.awayUntil('2026-11-21T03:18:00.000Z');
    scenario.world.advance(0);
    expect(scenario.ladder().pages[0]!.attempts).toMatchObject([{ state: 'sent' }]);
  });
});

describe('an attempt whose person or method has gone', () => {
  const waitingScenario = (): Scenario => {
    const scenario = ringingScenario(() => sentOutcome, {
      contacts: { [ana]: contactsOfPerson(ana, ['email', 'webhook'], [['high', 0, 2]]) },
    });
    scenario.news();
    return scenario;
  };

  it('is not made to somebody disabled: the page is cancelled with the reason, and the next step does not wait', () => {
    const scenario = waitingScenario();
    scenario.knows({ type: 'PersonDisabled', data: { personId: ana } });
    scenario.passes(2);
    expect(scenario.all('AttemptStarted').length).toBe(1);
    expect(scenario.all('PageCancelled')[0]!.data.reason).toBe('delivery.person_disabled');
    expect(scenario.paged()).toEqual([bo]);
  });

  it('is not made by a removed method: no provider is called for it, and without another rule every method is taken at once', () => {
    const scenario = waitingScenario();
    scenario.knows({ type: 'ContactMethodRemoved', data: { personId: ana, contactMethodId: methodOf(ana, 0) } });
    scenario.passes(2);
    expect(attempts(scenario)).toEqual(['email 1 cancelled 120', 'webhook 1 sent 0']);
    expect(scenario.ladder().pages[0]!.attempts[0]!.reason).toBe('delivery.method_removed');
    expect(scenario.all('AttemptStarted')).toHaveLength(1);
  });
});

describe('claiming an attempt', () => {
  it('comes to nothing after an acknowledge', () => {
    const scenario = ringingScenario(() => sentOutcome, { contacts: { [ana]: contactsOfPerson(ana, ['email'], [['high', 0, 2]]) } });
    const { pageId, slot, dueAt } = scenario.all('AttemptPlanned')[0]!.data;
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    expect(scenario.act('StartAttempt', { pageId, slot, dueAt }).kind).toBe('nothing');
  });

  it('is done once', () => {
    const scenario = ringingScenario(() => null);
    const { pageId, slot, dueAt } = scenario.all('AttemptPlanned')[0]!.data;
    expect(scenario.act('StartAttempt', { pageId, slot, dueAt }).kind).toBe('nothing');
  });
});

/** In the order in which they were planned: a failure plans its retry before the next method. */
function byPlan(a: string, b: string): number {
  const order = ['browser 1', 'browser 2', 'email 1', 'browser 3', 'browser 4'];
  return order.findIndex((start) => a.startsWith(start)) - order.findIndex((start) => b.startsWith(start));
}
