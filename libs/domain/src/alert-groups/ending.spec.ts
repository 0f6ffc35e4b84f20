import { alertmanager, alertOf, over } from '../routing/signals.fixture.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { domain } from '../registry.js';
import { ana, bo, Harbour, pages } from './groups.fixture.js';

const opened = (names: readonly string[] = ['Disk', 'Cpu'], setting = {}): Harbour => {
  const harbour = new Harbour({ steps: [pages([ana]), pages([bo])], ...setting });
  fires(harbour, ...names);
  harbour.news();
  return harbour;
};
const fires = (harbour: Harbour, ...names: readonly string[]): void => harbour.receives(alertmanager(names.map((name) => alertOf(name))));
/** The sender reports the group resolved, and lists these alerts. */
const ends = (harbour: Harbour, ...names: readonly string[]): void =>
  harbour.receives(
    alertmanager(
      names.map((name) => over(name)),
      { action: 'resolve' },
    ),
  );
const isPlayedAgain = (harbour: Harbour): void => {
  const { differences, missing } = reenact(domain, harbour.world.events);
  expect({ differences: differences.filter(({ stream }) => stream !== 'configuration'), missing }).toEqual({
    differences: [],
    missing: [],
  });
};
const firingKeys = (harbour: Harbour) => harbour.row().firingKeys.toSorted();

describe('an alert that a complete message leaves out', () => {
  it('is ending, and resolved after six minutes', () => {
    const harbour = opened();
    fires(harbour, 'Disk');
    expect(harbour.row()).toMatchObject({ status: 'firing', firing: 2, ending: { alerts: 1, all: false, over: false } });
    harbour.passes(5.9);
    expect(firingKeys(harbour)).toEqual(['Cpu', 'Disk']);
    harbour.passes(0.2);
    expect(firingKeys(harbour)).toEqual(['Disk']);
    expect(harbour.row()).toMatchObject({ status: 'firing', ending: null });
    expect(harbour.idleTimers()).toEqual([]);
    isPlayedAgain(harbour);
  });

  it('goes on as it was where it fires again, and pages nobody for that', () => {
    const harbour = opened();
    harbour.act('AcknowledgeAlertGroup', {}, ana);
    fires(harbour, 'Disk');
    harbour.passes(5);
    harbour.news();
    fires(harbour, 'Disk', 'Cpu');
    expect(harbour.types()).toEqual(['SignalReceived', 'SignalsRouted', 'AlertsResumed']);
    harbour.passes(10);
    expect(firingKeys(harbour)).toEqual(['Cpu', 'Disk']);
    expect(harbour.row()).toMatchObject({ status: 'acknowledged', ending: null });
    isPlayedAgain(harbour);
  });

  it('is raised by a worse severity as any other', () => {
    const harbour = opened(['Disk'], {});
    harbour.receives(alertmanager([alertOf('Disk'), alertOf('Cpu', { severity: 'warning' })]));
    fires(harbour, 'Disk');
    harbour.receives(alertmanager([alertOf('Disk'), alertOf('Cpu', { severity: 'critical' })]));
    expect(harbour.row().ending).toBeNull();
    harbour.passes(7);
    expect(firingKeys(harbour)).toEqual(['Cpu', 'Disk']);
  });

  it('resolves by its own end at once', () => {
    const harbour = opened();
    fires(harbour, 'Disk');
    harbour.receives(alertmanager([alertOf('Disk'), over('Cpu')]));
    expect(harbour.row()).toMatchObject({ firing: 1, ending: null });
    expect(harbour.idleTimers()).toEqual([]);
  });

  it('ends at a time of its own: each by the message that left it out first', () => {
    const harbour = opened(['Disk', 'Cpu', 'Ram']);
    fires(harbour, 'Disk', 'Cpu');
    harbour.passes(3);
    fires(harbour, 'Disk');
    harbour.passes(3);
    expect(firingKeys(harbour)).toEqual(['Cpu', 'Disk']);
    harbour.passes(3);
    expect(firingKeys(harbour)).toEqual(['Disk']);
    isPlayedAgain(harbour);
  });
});

describe('a group that is said to be over while alerts are not listed', () => {
  it('holds its escalation, and resolves with them after six minutes', () => {
    const harbour = opened();
    harbour.passes(1);
    harbour.news();
    ends(harbour, 'Cpu');
    expect(harbour.row()).toMatchObject({ status: 'firing', firing: 1, ending: { alerts: 1, all: true, over: true } });
    harbour.passes(5.9);
    expect(harbour.paged()).toEqual([]);
    harbour.passes(0.2);
    expect(harbour.row()).toMatchObject({ status: 'resolved', firing: 0, ending: null, resolvedBy: { by: 'sender' } });
    expect(harbour.idleTimers()).toEqual([]);
    isPlayedAgain(harbour);
  });

  it('goes on counting from where it was held when they fire again', () => {
    const harbour = opened();
    harbour.passes(1);
    ends(harbour, 'Cpu');
    harbour.passes(5);
    harbour.news();
    fires(harbour, 'Disk');
    expect(harbour.row()).toMatchObject({ status: 'firing', ending: null });
    harbour.passes(3.9);
    expect(harbour.paged()).toEqual([]);
    harbour.passes(0.2);
    expect(harbour.paged()).toEqual([bo]);
    isPlayedAgain(harbour);
  });

  it('is over at once where all that fires is listed', () => {
    const harbour = opened();
    ends(harbour, 'Disk', 'Cpu');
    expect(harbour.row()).toMatchObject({ status: 'resolved' });
  });

  it('keeps its acknowledgement, and asks nobody meanwhile', () => {
    const harbour = opened();
    harbour.act('AcknowledgeAlertGroup', {}, ana);
    harbour.passes(17);
    harbour.news();
    ends(harbour, 'Cpu');
    harbour.passes(5);
    expect(harbour.all('HolderAsked')).toEqual([]);
    fires(harbour, 'Disk');
    harbour.passes(19.5);
    expect(harbour.row()).toMatchObject({ status: 'acknowledged', holder: { personId: ana } });
    isPlayedAgain(harbour);
  });

  it('pages by what a person does to it as always', () => {
    const harbour = opened();
    harbour.act('AcknowledgeAlertGroup', {}, ana);
    harbour.passes(12);
    ends(harbour, 'Cpu');
    harbour.news();
    harbour.act('UnacknowledgeAlertGroup', {}, ana);
    harbour.passes(0.5);
    expect(harbour.paged()).toEqual([ana]);
    harbour.passes(6);
    expect(harbour.row()).toMatchObject({ status: 'resolved' });
    isPlayedAgain(harbour);
  });

  it('pages nobody when its snooze ends, unless they fire again', () => {
    const harbour = opened();
    harbour.act('SnoozeAlertGroup', { minutes: 10 });
    harbour.passes(8);
    ends(harbour, 'Cpu');
    harbour.news();
    harbour.passes(4);
    expect(harbour.row()).toMatchObject({ status: 'firing', ending: { alerts: 1, over: true } });
    expect(harbour.paged()).toEqual([]);
    harbour.passes(2.1);
    expect(harbour.row()).toMatchObject({ status: 'resolved' });
    expect(harbour.paged()).toEqual([]);
    isPlayedAgain(harbour);
  });

  it('pages the assignee at once when they fire again after its snooze ended', () => {
    const harbour = opened();
    harbour.act('SnoozeAlertGroup', { minutes: 10 });
    harbour.passes(8);
    ends(harbour, 'Cpu');
    harbour.passes(4);
    harbour.news();
    fires(harbour, 'Disk');
    harbour.passes(0.1);
    expect(harbour.paged()).toEqual([ana]);
    isPlayedAgain(harbour);
  });

  it('pages nobody when its assignee is disabled', () => {
    const harbour = opened();
    harbour.act('AcknowledgeAlertGroup', {}, ana);
    ends(harbour, 'Cpu');
    harbour.news();
    const data = { personId: ana, holds: [harbour.row().id], paged: [], replacementId: null, standsIn: [] };
    harbour.knows({ type: 'PersonDisabled', data });
    harbour.passes(0);
    expect(harbour.row()).toMatchObject({ status: 'firing' });
    harbour.passes(6.1);
    expect(harbour.row()).toMatchObject({ status: 'resolved' });
    expect(harbour.paged()).toEqual([]);
  });

  it('is resolved by a person, and reopened as it was', () => {
    const harbour = opened();
    ends(harbour, 'Cpu');
    harbour.act('ResolveAlertGroup', {}, ana);
    expect(harbour.all('AlertGroupResolved').at(-1)!.data.whileFiring).toBe(false);
    harbour.act('ReopenAlertGroup', {}, ana);
    harbour.passes(20);
    expect(harbour.row()).toMatchObject({ status: 'firing', firing: 1 });
    expect(harbour.row().ending ?? null).toBeNull();
    isPlayedAgain(harbour);
  });

  it('keeps the delay of its escalation where it is held again', () => {
    const harbour = opened();
    harbour.passes(1);
    fires(harbour);
    harbour.passes(3);
    ends(harbour, 'Ram');
    harbour.passes(1);
    harbour.news();
    fires(harbour, 'Disk', 'Cpu');
    // one of five minutes had passed
    harbour.passes(3.9);
    expect(harbour.paged()).toEqual([]);
    harbour.passes(0.2);
    expect(harbour.paged()).toEqual([bo]);
    isPlayedAgain(harbour);
  });

  it('fires again by another alert, and only what is left out ends', () => {
    const harbour = opened();
    ends(harbour, 'Cpu');
    harbour.passes(1);
    fires(harbour, 'Cpu');
    expect(harbour.row()).toMatchObject({ status: 'firing', ending: { alerts: 1, all: false, over: false } });
    harbour.passes(6);
    expect(firingKeys(harbour)).toEqual(['Cpu']);
    isPlayedAgain(harbour);
  });

  it('stays when it is said to be over again, to the time that was told first', () => {
    const harbour = opened(['Disk', 'Cpu', 'Ram']);
    ends(harbour, 'Cpu');
    harbour.passes(3);
    ends(harbour, 'Ram');
    ends(harbour, 'Ram');
    expect(harbour.row()).toMatchObject({ status: 'firing', firing: 1, ending: { alerts: 1, over: true } });
    harbour.passes(3);
    expect(harbour.row()).toMatchObject({ status: 'resolved' });
    isPlayedAgain(harbour);
  });

  it('resolves all at once by a message that was cut', () => {
    const harbour = opened();
    harbour.receives(alertmanager([over('Cpu')], { action: 'resolve', complete: false, cutList: { listed: 1, of: 2 } }));
    expect(harbour.row()).toMatchObject({ status: 'resolved' });
  });

  it.each([
    ['Tocsin was down until the next step was due as well', 1, '2026-11-21T03:42:00.000Z'],
    ['Tocsin was down for less than a minute', 4.5, '2026-11-21T03:23:10.000Z'],
  ])('pages nobody where %s', (_, minutes, until) => {
    const harbour = opened();
    harbour.passes(minutes);
    ends(harbour, 'Cpu');
    harbour.news();
    harbour.world.awayUntil(until);
    harbour.world.advance(0);
    harbour.passes(12);
    expect(harbour.paged()).toEqual([]);
    expect(harbour.row()).toMatchObject({ status: 'resolved' });
    expect(harbour.idleTimers()).toEqual([]);
    isPlayedAgain(harbour);
  });

  it('says nothing of what a person had resolved before', () => {
    const harbour = opened();
    harbour.act('ResolveAlertGroup', {}, ana);
    ends(harbour, 'Cpu');
    harbour.news();
    fires(harbour, 'Disk');
    expect(harbour.row()).toMatchObject({ status: 'resolved', senderStillFiring: true });
    expect(harbour.paged()).toEqual([]);
  });

  it('gets the time again after Tocsin was down: its sender could not be heard', () => {
    const harbour = opened();
    ends(harbour, 'Cpu');
    const { at } = harbour.row().ending!;
    harbour.world.awayUntil('2026-11-21T03:42:00.000Z');
    harbour.world.advance(0);
    expect(harbour.row()).toMatchObject({ status: 'firing', ending: { alerts: 1, over: true } });
    expect(harbour.row().ending!.at > at).toBe(true);
    harbour.passes(6.1);
    expect(harbour.row()).toMatchObject({ status: 'resolved' });
    isPlayedAgain(harbour);
  });
});
