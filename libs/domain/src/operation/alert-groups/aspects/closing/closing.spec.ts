import { commandExamples, commands, type CommandType, type FactOf, type RecordedOf } from '@tocsin/contracts/catalogue.js';
import { exampleIds } from '@tocsin/contracts/examples.js';
import { namesOf } from '@tocsin/contracts/tables.js';
import {
  alertmanager,
  alertOf,
  alertmanagerId,
  resolvedAlert,
  pagerduty,
  pagerdutyId,
  serviceId,
} from '../../../routing/signals.fixture.js';
import { idOf } from '../../../../configuration.fixture.js';
import { setUpData } from '../../../../setup/organisation/facts.fixture.js';
import { personActs } from '../../acts/person-acts.js';
import { ana, as, bo, Scenario, mia, pages, teamId } from '../../groups.fixture.js';

const hours = (count: number): number => count * 60;
const days = (count: number): number => count * hours(24);

const integration = (integrationId: string, kind: FactOf<'IntegrationCreated'>['kind']) =>
  ({ type: 'IntegrationCreated', data: { teamId, serviceId, integrationId, name: kind, kind } }) as const;

/** In addition to the team, service and policy of the fixture. */
const setUp = {
  type: 'OrganisationSetUp',
  data: {
    ...setUpData,
    owner: { ...setUpData.owner, personId: idOf('5e7') },
    team: { teamId: idOf('5e8'), name: 'First' },
    service: { serviceId: idOf('5e9'), name: 'First' },
    policy: { policyId: idOf('5ea'), name: 'First' },
    integration: { ...setUpData.integration, integrationId: idOf('5eb') },
  },
} as const;

const installedScenario = (): Scenario => {
  const scenario = new Scenario({ steps: [pages([ana])], service: { urgencyRule: 'always_low' } });
  scenario.knows(setUp, integration(alertmanagerId, 'alertmanager'), integration(pagerdutyId, 'pagerduty-events'));
  return scenario;
};
const firingScenario = (): Scenario => {
  const scenario = installedScenario();
  scenario.receives(alertmanager([alertOf('Disk')]));
  return scenario;
};
const setDays = (scenario: Scenario, count: number): void => scenario.knows({ type: 'ClosingByAgeChanged', data: { days: count } });
const reportAgain = (scenario: Scenario): void => scenario.receives(alertmanager([alertOf('Disk')]));
const notifications = (scenario: Scenario): readonly string[] =>
  scenario.all('PageStarted').flatMap(({ data }) => (data.cause.kind === 'resolved' ? [data.personId] : []));
const closingFact = (scenario: Scenario): RecordedOf<'AlertGroupResolved'> | undefined => scenario.all('AlertGroupResolved').at(-1);

describe('an alert group that nobody acts on and whose sender is silent', () => {
  it('says a day before that it is closed, and is closed after seven', () => {
    const scenario = firingScenario();
    const { openedAt } = scenario.row();
    scenario.passes(days(6) - 1);
    expect(scenario.row().closesAt).toBeUndefined();
    scenario.passes(1);
    expect(scenario.row()).toMatchObject({ status: 'firing', closesAt: '2026-11-28T03:12:00.000Z' });
    scenario.passes(days(1) - 1);
    expect(scenario.row().status).toBe('firing');
    scenario.passes(1);
    expect(scenario.row()).toMatchObject({ status: 'resolved', closesAt: null, quietSince: openedAt, resolvedBy: { by: 'timer' } });
  });

  it('tells the managers and whoever was paged, once and quietly, and pages nobody', () => {
    const scenario = firingScenario();
    scenario.passes(days(7) - 1);
    scenario.news();
    scenario.passes(1);
    expect(scenario.paged()).toEqual([]);
    expect(notifications(scenario)).toEqual([ana, mia]);
    scenario.passes(days(3));
    expect(notifications(scenario)).toHaveLength(2);
  });

  it('tells whoever had it, whose phone never rang', () => {
    const scenario = firingScenario();
    scenario.act('AcknowledgeAlertGroup', {}, mia);
    scenario.act('TakeOverAlertGroup', {}, bo);
    scenario.passes(days(7));
    expect(scenario.row()).toMatchObject({ status: 'resolved' });
    expect(notifications(scenario).toSorted()).toEqual([ana, bo, mia].toSorted());
  });

  it('is not closed for as long again, whatever act of a person it was', () => {
    const begun: readonly (readonly [string, object])[] = [
      ['AddNote', { text: 'Looked at.' }],
      ['AcknowledgeAlertGroup', {}],
      ['MarkAlertGroupAsNoise', { reason: '' }],
    ];
    const isDone = (type: CommandType, [before, data]: (typeof begun)[number], by: string): boolean => {
      const scenario = firingScenario();
      scenario.act(before, data);
      scenario.passes(days(6.5));
      expect([before, scenario.row().closesAt]).not.toEqual([before, null]);
      const body = JSON.stringify({ ...commandExamples[type].body, groupId: scenario.row().id })
        .replaceAll(exampleIds.person, bo)
        .replaceAll(exampleIds.colleague, bo)
        .replaceAll(exampleIds.page, scenario.all('PageStarted').at(-1)!.data.pageId);
      const outcome = scenario.act(type, commands[type].data.parse(JSON.parse(body)), by);
      if (outcome.kind === 'done' && scenario.row().status !== 'resolved') expect([type, scenario.row().closesAt]).toEqual([type, null]);
      return outcome.kind === 'done';
    };
    const types = namesOf(personActs).filter((type) => type in commandExamples) as readonly CommandType[];
    const neverDone = types.filter((type) => !begun.some((one) => [ana, bo].some((by) => isDone(type, one, by))));
    // of a resolved or snoozed group (whose end is asked about), of several groups, and of a message that failed
    const notPossible = ['UnsnoozeAlertGroup', 'ReopenAlertGroup', 'LinkAlertGroup', 'UnlinkAlertGroup', 'AnswerActionNeeded'];
    expect(neverDone).toEqual([...notPossible, 'ResendMessage']);
  });

  it.each([
    ['acknowledges it', (scenario: Scenario) => scenario.act('AcknowledgeAlertGroup')],
    ['writes a note', (scenario: Scenario) => scenario.act('AddNote', { text: 'The disk is in the mail.' })],
    ['adds a responder', (scenario: Scenario) => scenario.act('AddResponder', { personId: bo })],
  ])('begins its seven days again when somebody %s', (_act, act) => {
    const scenario = firingScenario();
    scenario.passes(days(6.5));
    act(scenario);
    expect(scenario.row().closesAt).toBeNull();
    scenario.passes(days(6.9));
    expect(scenario.row().status).not.toBe('resolved');
    scenario.passes(days(0.1));
    expect(closingFact(scenario)?.meta.at).toBe('2026-12-04T15:12:00.000Z');
  });

  it('stays open while its sender repeats itself, which the group’s own stream never hears of', () => {
    const scenario = firingScenario();
    for (let n = 0; n < 20; n += 1) {
      scenario.passes(days(1));
      reportAgain(scenario);
    }
    expect(scenario.all('AlertGroupClosingPlanned')).toEqual([]);
    expect(scenario.row().status).toBe('firing');
  });

  it('is closed no more once its sender reports it again, and says so at once', () => {
    const scenario = firingScenario();
    scenario.passes(days(6.5));
    reportAgain(scenario);
    expect(scenario.row()).toMatchObject({ status: 'firing', closesAt: null });
    scenario.passes(days(6.9));
    expect(scenario.row()).toMatchObject({ status: 'firing', closesAt: '2026-12-04T15:12:00.000Z' });
    scenario.passes(days(0.1));
    expect(closingFact(scenario)?.meta.at).toBe('2026-12-04T15:12:00.000Z');
  });

  it('counts a report of alerts that are only counted', () => {
    const scenario = installedScenario();
    const manyAlerts = Array.from({ length: 2_005 }, (_, n) => alertOf(`Disk ${n}`));
    scenario.receives(alertmanager(manyAlerts));
    scenario.passes(days(6.5));
    scenario.receives(alertmanager(manyAlerts));
    expect(scenario.row()).toMatchObject({ counted: 5, closesAt: null });
  });
});

describe('the next word of the sender', () => {
  const closedScenario = (): Scenario => {
    const scenario = firingScenario();
    scenario.passes(days(7));
    scenario.news();
    return scenario;
  };

  it.each([0, 5, hours(1), days(7)])('opens the group again %s min after it was closed, and pages', (minutes) => {
    const scenario = closedScenario();
    scenario.passes(minutes);
    scenario.news();
    reportAgain(scenario);
    expect(scenario.rows()).toMatchObject([{ status: 'firing', opening: 2, quietSince: null, closesAt: null }]);
    expect(scenario.paged()).toEqual([ana]);
    expect(scenario.all('AlertGroupReopened').at(-1)!.data.because).toBe('refire');
  });

  it('is routed in the moment in which the group is closed: it is open again', () => {
    const scenario = closedScenario();
    const { groupId, thread, integrationId, ...item } = scenario.all('SignalsRouted')[0]!.data.items[0]!;
    const repeat = { groupId, thread, integrationId, signal: item.signal, fired: [], resolved: [], outcome: 'repeat' };
    scenario.act('ApplySignal', repeat, { kind: 'sender', id: integrationId, roles: [] });
    expect(scenario.row()).toMatchObject({ status: 'firing', opening: 2 });
    reportAgain(scenario);
    expect(scenario.rows()).toHaveLength(1);
  });

  it('may be that it is over: the group stays closed, and what fires then is a new one', () => {
    const scenario = closedScenario();
    scenario.receives(alertmanager([resolvedAlert('Disk')], { action: 'resolve' }));
    expect(scenario.row().status).toBe('resolved');
    scenario.passes(days(1));
    scenario.receives(alertmanager([alertOf('Disk', { startsAt: scenario.world.now })]));
    expect(scenario.rows()).toMatchObject([{ status: 'resolved' }, { status: 'firing', previousGroupId: scenario.rows()[0]!.id }]);
  });

  it('begins the seven days anew', () => {
    const scenario = closedScenario();
    reportAgain(scenario);
    scenario.passes(days(7));
    expect(scenario.all('AlertGroupResolved')).toHaveLength(2);
  });

  it('a person may be faster, and the group ages again', () => {
    const scenario = closedScenario();
    scenario.act('ReopenAlertGroup', { iHaveIt: true });
    scenario.passes(days(7));
    expect(scenario.all('AlertGroupResolved')).toHaveLength(2);
  });
});

describe('what is never closed by age', () => {
  const passYear = (scenario: Scenario): void => scenario.passes(days(365));

  it('a group of a sender that repeats nothing: it is looked at until it is stale', () => {
    const scenario = installedScenario();
    scenario.receives(pagerduty('disk'));
    passYear(scenario);
    expect(scenario.row().status).toBe('firing');
    const looks = scenario.all('AlertGroupClosingReviewed').map(({ data }) => data.nextReviewAt === null);
    expect([looks.at(-1), looks.length < 4, scenario.all('AlertGroupWentStale').length]).toEqual([true, true, 1]);
  });

  it('a group that somebody opened', () => {
    const scenario = installedScenario();
    scenario.world.run(
      { type: 'PageSomeone', data: { title: 'Help', urgency: 'low', serviceId: null, personIds: [ana] } },
      { actor: as(bo) },
    );
    passYear(scenario);
    expect(scenario.row().status).toBe('firing');
    expect(scenario.types()).not.toContain('AlertGroupClosingReviewed');
  });

  it('a test, which ends by itself after ten minutes, as before', () => {
    const scenario = installedScenario();
    scenario.receives(alertmanager([alertOf('Disk')], { test: true }));
    scenario.passes(10);
    expect(closingFact(scenario)?.data).not.toHaveProperty('quietSince');
    reportAgain(scenario);
    expect(scenario.row().status).toBe('resolved');
  });

  it('anything, where the organisation does not want it; one that was to be closed stays open', () => {
    const scenario = firingScenario();
    scenario.passes(days(6.5));
    setDays(scenario, 0);
    passYear(scenario);
    expect(scenario.row()).toMatchObject({ status: 'firing', closesAt: null });
  });
});

describe('the organisation’s setting', () => {
  it('counts within a day for groups that are open', () => {
    const scenario = firingScenario();
    scenario.passes(days(3));
    setDays(scenario, 2);
    scenario.passes(days(1));
    expect(scenario.row().closesAt).toBe('2026-11-25T15:12:00.000Z');
    scenario.passes(days(1));
    expect(scenario.row().status).toBe('resolved');
  });

  it('counts for one that was to be closed: a longer age leaves it open', () => {
    const scenario = firingScenario();
    scenario.passes(days(6.5));
    setDays(scenario, 30);
    scenario.passes(days(20));
    expect(scenario.row()).toMatchObject({ status: 'firing', closesAt: null });
    scenario.passes(days(3.5));
    expect(closingFact(scenario)?.meta.at).toBe('2026-12-21T03:12:00.000Z');
  });

  it('says half a day before, where a day is all', () => {
    const scenario = installedScenario();
    setDays(scenario, 1);
    reportAgain(scenario);
    scenario.passes(hours(12));
    expect(scenario.row().closesAt).toBe('2026-11-22T03:12:00.000Z');
    scenario.passes(hours(12));
    expect(scenario.row().status).toBe('resolved');
  });
});

describe('an age of one day', () => {
  it.each([
    ['its sender reports it', reportAgain],
    ['somebody acts on it', (scenario: Scenario) => void scenario.act('AddNote', { text: 'still' })],
  ])('is kept to the minute after %s', (_what, touch) => {
    const scenario = installedScenario();
    setDays(scenario, 1);
    reportAgain(scenario);
    scenario.passes(hours(23));
    touch(scenario);
    scenario.passes(hours(24) - 1);
    expect(scenario.row().status).toBe('firing');
    scenario.passes(1);
    expect(scenario.row().status).toBe('resolved');
  });
});

describe('while nobody was there', () => {
  const stopReactorFor = (scenario: Scenario, minutes: number): void => {
    scenario.world.awayUntil(new Date(Date.parse(scenario.world.now) + minutes * 60_000).toISOString());
    scenario.world.advance(0);
  };

  it('no sender was heard: what was to be closed meanwhile is announced again, a day before', () => {
    const scenario = firingScenario();
    scenario.passes(days(6.5));
    stopReactorFor(scenario, days(2));
    expect(scenario.row()).toMatchObject({ status: 'firing', closesAt: '2026-11-30T15:12:00.000Z' });
    expect(scenario.all('AlertGroupClosingPlanned').at(-1)!.data).toMatchObject({ late: days(1.5) * 60_000 });
    scenario.passes(days(1));
    expect(scenario.row().status).toBe('resolved');
  });

  it('is closed at once when that was for a moment', () => {
    const scenario = firingScenario();
    scenario.passes(days(7) - 10);
    stopReactorFor(scenario, 30);
    expect(scenario.row().status).toBe('resolved');
  });

  it('a group of long ago, of a release that closed none, is announced first', () => {
    const scenario = firingScenario();
    stopReactorFor(scenario, days(60));
    expect(scenario.row()).toMatchObject({ status: 'firing', closesAt: '2027-01-21T03:12:00.000Z' });
  });
});

it('leaves no timer that comes to nothing', () => {
  const scenario = firingScenario();
  scenario.receives(pagerduty('disk'));
  for (const minutes of [1, hours(12), days(5.5), days(0.9), days(1), days(30)]) {
    scenario.passes(minutes);
    expect(scenario.idleTimers()).toEqual([]);
  }
});
