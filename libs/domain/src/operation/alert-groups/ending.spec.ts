import { alertmanager, alertOf, resolvedAlert } from '../routing/signals.fixture.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { domain } from '../../registry.js';
import { ana, bo, Scenario, pages } from './groups.fixture.js';

const openedScenario = (names: readonly string[] = ['Disk', 'Cpu'], setting = {}): Scenario => {
  const scenario = new Scenario({ steps: [pages([ana]), pages([bo])], ...setting });
  fireAlerts(scenario, ...names);
  scenario.news();
  return scenario;
};
const fireAlerts = (scenario: Scenario, ...names: readonly string[]): void =>
  scenario.receives(alertmanager(names.map((name) => alertOf(name))));
/** The sender reports the group resolved, and lists these alerts. */
const endAlerts = (scenario: Scenario, ...names: readonly string[]): void =>
  scenario.receives(
    alertmanager(
      names.map((name) => resolvedAlert(name)),
      { action: 'resolve' },
    ),
  );
const isPlayedAgain = (scenario: Scenario): void => {
  const { differences, missing } = reenact(domain, scenario.world.events);
  expect({ differences: differences.filter(({ stream }) => stream !== 'configuration'), missing }).toEqual({
    differences: [],
    missing: [],
  });
};
const firingKeys = (scenario: Scenario) => scenario.row().firingKeys.toSorted();

describe('an alert that a complete message leaves out', () => {
  it('is ending, and resolved after six minutes', () => {
    const scenario = openedScenario();
    fireAlerts(scenario, 'Disk');
    expect(scenario.row()).toMatchObject({ status: 'firing', firing: 2, ending: { alerts: 1, all: false, over: false } });
    scenario.passes(5.9);
    expect(firingKeys(scenario)).toEqual(['Cpu', 'Disk']);
    scenario.passes(0.2);
    expect(firingKeys(scenario)).toEqual(['Disk']);
    expect(scenario.row()).toMatchObject({ status: 'firing', ending: null });
    expect(scenario.idleTimers()).toEqual([]);
    isPlayedAgain(scenario);
  });

  it('goes on as it was where it fires again, and pages nobody for that', () => {
    const scenario = openedScenario();
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    fireAlerts(scenario, 'Disk');
    scenario.passes(5);
    scenario.news();
    fireAlerts(scenario, 'Disk', 'Cpu');
    expect(scenario.types()).toEqual(['SignalReceived', 'SignalsRouted', 'AlertsResumed']);
    scenario.passes(10);
    expect(firingKeys(scenario)).toEqual(['Cpu', 'Disk']);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', ending: null });
    isPlayedAgain(scenario);
  });

  it('is raised by a worse severity as any other', () => {
    const scenario = openedScenario(['Disk'], {});
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Cpu', { severity: 'warning' })]));
    fireAlerts(scenario, 'Disk');
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Cpu', { severity: 'critical' })]));
    expect(scenario.row().ending).toBeNull();
    scenario.passes(7);
    expect(firingKeys(scenario)).toEqual(['Cpu', 'Disk']);
  });

  it('resolves by its own end at once', () => {
    const scenario = openedScenario();
    fireAlerts(scenario, 'Disk');
    scenario.receives(alertmanager([alertOf('Disk'), resolvedAlert('Cpu')]));
    expect(scenario.row()).toMatchObject({ firing: 1, ending: null });
    expect(scenario.idleTimers()).toEqual([]);
  });

  it('ends at a time of its own: each by the message that left it out first', () => {
    const scenario = openedScenario(['Disk', 'Cpu', 'Ram']);
    fireAlerts(scenario, 'Disk', 'Cpu');
    scenario.passes(3);
    fireAlerts(scenario, 'Disk');
    scenario.passes(3);
    expect(firingKeys(scenario)).toEqual(['Cpu', 'Disk']);
    scenario.passes(3);
    expect(firingKeys(scenario)).toEqual(['Disk']);
    isPlayedAgain(scenario);
  });
});

describe('a group that is said to be over while alerts are not listed', () => {
  it('holds its escalation, and resolves with them after six minutes', () => {
    const scenario = openedScenario();
    scenario.passes(1);
    scenario.news();
    endAlerts(scenario, 'Cpu');
    expect(scenario.row()).toMatchObject({ status: 'firing', firing: 1, ending: { alerts: 1, all: true, over: true } });
    scenario.passes(5.9);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(0.2);
    expect(scenario.row()).toMatchObject({ status: 'resolved', firing: 0, ending: null, resolvedBy: { by: 'sender' } });
    expect(scenario.idleTimers()).toEqual([]);
    isPlayedAgain(scenario);
  });

  it('goes on counting from where it was held when they fire again', () => {
    const scenario = openedScenario();
    scenario.passes(1);
    endAlerts(scenario, 'Cpu');
    scenario.passes(5);
    scenario.news();
    fireAlerts(scenario, 'Disk');
    expect(scenario.row()).toMatchObject({ status: 'firing', ending: null });
    scenario.passes(3.9);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(0.2);
    expect(scenario.paged()).toEqual([bo]);
    isPlayedAgain(scenario);
  });

  it('is over at once where all that fires is listed', () => {
    const scenario = openedScenario();
    endAlerts(scenario, 'Disk', 'Cpu');
    expect(scenario.row()).toMatchObject({ status: 'resolved' });
  });

  it('keeps its acknowledgement, and asks nobody meanwhile', () => {
    const scenario = openedScenario();
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    scenario.passes(17);
    scenario.news();
    endAlerts(scenario, 'Cpu');
    scenario.passes(5);
    expect(scenario.all('HolderAsked')).toEqual([]);
    fireAlerts(scenario, 'Disk');
    scenario.passes(19.5);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', holder: { personId: ana } });
    isPlayedAgain(scenario);
  });

  it('pages by what a person does to it as always', () => {
    const scenario = openedScenario();
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    scenario.passes(12);
    endAlerts(scenario, 'Cpu');
    scenario.news();
    scenario.act('UnacknowledgeAlertGroup', {}, ana);
    scenario.passes(0.5);
    expect(scenario.paged()).toEqual([ana]);
    scenario.passes(6);
    expect(scenario.row()).toMatchObject({ status: 'resolved' });
    isPlayedAgain(scenario);
  });

  it('pages nobody when its snooze ends, unless they fire again', () => {
    const scenario = openedScenario();
    scenario.act('SnoozeAlertGroup', { minutes: 10 });
    scenario.passes(8);
    endAlerts(scenario, 'Cpu');
    scenario.news();
    scenario.passes(4);
    expect(scenario.row()).toMatchObject({ status: 'firing', ending: { alerts: 1, over: true } });
    expect(scenario.paged()).toEqual([]);
    scenario.passes(2.1);
    expect(scenario.row()).toMatchObject({ status: 'resolved' });
    expect(scenario.paged()).toEqual([]);
    isPlayedAgain(scenario);
  });

  it('pages the assignee at once when they fire again after its snooze ended', () => {
    const scenario = openedScenario();
    scenario.act('SnoozeAlertGroup', { minutes: 10 });
    scenario.passes(8);
    endAlerts(scenario, 'Cpu');
    scenario.passes(4);
    scenario.news();
    fireAlerts(scenario, 'Disk');
    scenario.passes(0.1);
    expect(scenario.paged()).toEqual([ana]);
    isPlayedAgain(scenario);
  });

  it('pages nobody when its assignee is disabled', () => {
    const scenario = openedScenario();
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    endAlerts(scenario, 'Cpu');
    scenario.news();
    const data = { personId: ana, replacementId: null, standsIn: [] };
    scenario.knows({ type: 'PersonDisabled', data });
    scenario.passes(0);
    expect(scenario.row()).toMatchObject({ status: 'firing' });
    scenario.passes(6.1);
    expect(scenario.row()).toMatchObject({ status: 'resolved' });
    expect(scenario.paged()).toEqual([]);
  });

  it('is resolved by a person, and reopened as it was', () => {
    const scenario = openedScenario();
    endAlerts(scenario, 'Cpu');
    scenario.act('ResolveAlertGroup', {}, ana);
    expect(scenario.all('AlertGroupResolved').at(-1)!.data.whileFiring).toBe(false);
    scenario.act('ReopenAlertGroup', {}, ana);
    scenario.passes(20);
    expect(scenario.row()).toMatchObject({ status: 'firing', firing: 1 });
    expect(scenario.row().ending ?? null).toBeNull();
    isPlayedAgain(scenario);
  });

  it('keeps the delay of its escalation where it is held again', () => {
    const scenario = openedScenario();
    scenario.passes(1);
    fireAlerts(scenario);
    scenario.passes(3);
    endAlerts(scenario, 'Ram');
    scenario.passes(1);
    scenario.news();
    fireAlerts(scenario, 'Disk', 'Cpu');
    // one of five minutes had passed
    scenario.passes(3.9);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(0.2);
    expect(scenario.paged()).toEqual([bo]);
    isPlayedAgain(scenario);
  });

  it('fires again by another alert, and only what is left out ends', () => {
    const scenario = openedScenario();
    endAlerts(scenario, 'Cpu');
    scenario.passes(1);
    fireAlerts(scenario, 'Cpu');
    expect(scenario.row()).toMatchObject({ status: 'firing', ending: { alerts: 1, all: false, over: false } });
    scenario.passes(6);
    expect(firingKeys(scenario)).toEqual(['Cpu']);
    isPlayedAgain(scenario);
  });

  it('stays when it is said to be over again, to the time that was told first', () => {
    const scenario = openedScenario(['Disk', 'Cpu', 'Ram']);
    endAlerts(scenario, 'Cpu');
    scenario.passes(3);
    endAlerts(scenario, 'Ram');
    endAlerts(scenario, 'Ram');
    expect(scenario.row()).toMatchObject({ status: 'firing', firing: 1, ending: { alerts: 1, over: true } });
    scenario.passes(3);
    expect(scenario.row()).toMatchObject({ status: 'resolved' });
    isPlayedAgain(scenario);
  });

  it('resolves all at once by a message that was cut', () => {
    const scenario = openedScenario();
    scenario.receives(alertmanager([resolvedAlert('Cpu')], { action: 'resolve', complete: false, cutList: { listed: 1, of: 2 } }));
    expect(scenario.row()).toMatchObject({ status: 'resolved' });
  });

  it.each([
    ['Tocsin was down until the next step was due as well', 1, '2026-11-21T03:42:00.000Z'],
    ['Tocsin was down for less than a minute', 4.5, '2026-11-21T03:23:10.000Z'],
  ])('pages nobody where %s', (_, minutes, until) => {
    const scenario = openedScenario();
    scenario.passes(minutes);
    endAlerts(scenario, 'Cpu');
    scenario.news();
    scenario.world.awayUntil(until);
    scenario.world.advance(0);
    scenario.passes(12);
    expect(scenario.paged()).toEqual([]);
    expect(scenario.row()).toMatchObject({ status: 'resolved' });
    expect(scenario.idleTimers()).toEqual([]);
    isPlayedAgain(scenario);
  });

  it('says nothing of what a person had resolved before', () => {
    const scenario = openedScenario();
    scenario.act('ResolveAlertGroup', {}, ana);
    endAlerts(scenario, 'Cpu');
    scenario.news();
    fireAlerts(scenario, 'Disk');
    expect(scenario.row()).toMatchObject({ status: 'resolved', senderStillFiring: true });
    expect(scenario.paged()).toEqual([]);
  });

  it('gets the time again after Tocsin was down: its sender could not be heard', () => {
    const scenario = openedScenario();
    endAlerts(scenario, 'Cpu');
    const { at } = scenario.row().ending!;
    scenario.world.awayUntil('2026-11-21T03:42:00.000Z');
    scenario.world.advance(0);
    expect(scenario.row()).toMatchObject({ status: 'firing', ending: { alerts: 1, over: true } });
    expect(scenario.row().ending!.at > at).toBe(true);
    scenario.passes(6.1);
    expect(scenario.row()).toMatchObject({ status: 'resolved' });
    isPlayedAgain(scenario);
  });
});
