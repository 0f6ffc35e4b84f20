import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import { Scenario } from '../alert-groups/groups.fixture.js';
import type { ThreadRow } from './shared/thread-row.js';
import { threadsView } from './threads.view.js';
import { alertmanager, alertmanagerId, alertOf, resolvedAlert, pagerduty, pagerdutyId, serviceId } from './signals.fixture.js';

/** The router’s decisions since the last call: outcome, number, and alerts as `name outcome`. */
const said = (scenario: Scenario): readonly string[] =>
  scenario
    .news()
    .flatMap((event) => (event.type === 'SignalsRouted' ? event.data.items : []))
    .map(({ outcome, number, reason, alerts }: RoutedSignal) =>
      [outcome, number === null ? '' : `#${number}`, reason ?? '', ...alerts.map((alert) => `${alert.fingerprint}:${alert.outcome}`)]
        .filter(Boolean)
        .join(' '),
    );
const statuses = (scenario: Scenario): readonly string[] => scenario.rows().map((row) => row.status);
const laterTime = '2026-11-21T03:30:00.000Z';

describe('a signal', () => {
  it('opens a group for what fires, and numbers count on', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.receives(alertmanager([alertOf('Disk')], { key: 'g2' }));
    expect(said(scenario)).toEqual(['opened #1 Disk:fired', 'opened #2 Disk:fired']);
  });

  it('is a repeat when it says what is known', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.receives(alertmanager([alertOf('Disk')]));
    expect(said(scenario)).toEqual(['opened #1 Disk:fired', 'repeat #1']);
  });

  it('changes the group by a new alert and by one that gets worse, never by one that gets better', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'warning' })]));
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'critical' }), alertOf('Cpu')]));
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'info' }), alertOf('Cpu')]));
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'critical' }), alertOf('Cpu')]));
    expect(said(scenario).slice(1)).toEqual(['changed #1 Disk:raised Cpu:fired', 'repeat #1', 'repeat #1']);
  });

  it('is ignored when it resolves what was never seen firing', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([resolvedAlert('Disk')]));
    scenario.receives(alertmanager([resolvedAlert('Disk')], { action: 'resolve' }));
    scenario.receives(pagerduty('k', 'resolve'));
    scenario.receives(pagerduty('k', 'acknowledge'));
    expect(said(scenario)).toEqual([
      'ignored never_seen_firing',
      'ignored never_seen_firing',
      'ignored no_open_alert',
      'ignored no_open_alert',
    ]);
    expect(scenario.rows()).toEqual([]);
  });

  it('has an outcome even when it lists nothing', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([], { splitByName: true }));
    expect(said(scenario)).toHaveLength(1);
  });

  it('never overrides what was received after it', () => {
    const scenario = new Scenario();
    const early = scenario.world.now;
    scenario.passes(1);
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Cpu')]));
    const staleSignal = (data: object, signal: object) =>
      scenario.world.record('inbox-n2', [{ type: 'SignalReceived', data: { ...data, receivedAt: early, signal } }], {
        kind: 'sender',
        id: alertmanagerId,
        roles: [],
      });
    scenario.news();
    for (const message of [
      alertmanager([resolvedAlert('Disk'), alertOf('Cpu')]),
      alertmanager([resolvedAlert('Disk'), resolvedAlert('Cpu')], { action: 'resolve' }),
    ])
      staleSignal(message, message.signal);
    expect(said(scenario)).toEqual(['ignored #1 older_than_known', 'ignored #1 older_than_known']);
    expect(scenario.row()).toMatchObject({ status: 'firing', firing: 2 });
  });
});

describe('the sender’s word', () => {
  it('keeps the group open while it says firing, whatever the listed alerts say', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk')], { complete: false }));
    scenario.receives(alertmanager([resolvedAlert('Disk')], { complete: false }));
    scenario.receives(alertmanager([resolvedAlert('Disk')]));
    expect(said(scenario)).toEqual(['opened #1 Disk:fired', 'changed #1 Disk:resolved', 'repeat #1']);
    expect(scenario.row()).toMatchObject({ status: 'firing', firing: 0 });
  });

  it('lets what a complete message leaves out end, and nothing that a truncated one does', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Cpu')]));
    scenario.receives(alertmanager([alertOf('Disk')], { complete: false }));
    scenario.receives(alertmanager([alertOf('Disk')]));
    expect(said(scenario)).toEqual(['opened #1 Disk:fired Cpu:fired', 'repeat #1', 'changed #1 Cpu:ending']);
  });

  it('counts what a cut list leaves out, until the list is whole again', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Cpu')], { complete: false, cutList: { listed: 2, of: 5 } }));
    expect([scenario.row().cutList, scenario.group().cutList]).toEqual([
      { listed: 2, of: 5 },
      { listed: 2, of: 5 },
    ]);
    scenario.receives(alertmanager([alertOf('Disk')], { complete: false, cutList: { listed: 2, of: 5 } }));
    expect(said(scenario)).toEqual(['opened #1 Disk:fired Cpu:fired', 'repeat #1']);
    scenario.receives(alertmanager([alertOf('Disk')], { complete: false, cutList: { listed: 1, of: 5 } }));
    // an incomplete list does not change the truncation
    scenario.receives(alertmanager([alertOf('Disk')], { complete: false }));
    expect(scenario.row()).toMatchObject({ firing: 2, cutList: { listed: 1, of: 5 } });
    scenario.receives(alertmanager([alertOf('Disk')]));
    expect(scenario.row()).toMatchObject({ firing: 2, cutList: null, ending: { alerts: 1 } });
    expect(scenario.world.events.filter(({ type }) => type === 'AlertsLeftOut')).toHaveLength(3);
  });

  it('pages nobody anew for what it leaves out', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.act('AcknowledgeAlertGroup');
    scenario.receives(alertmanager([alertOf('Disk')], { complete: false, cutList: { listed: 2, of: 5 } }));
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', cutList: { listed: 2, of: 5 } });
  });

  it('keeps a group open whose left out alerts may fire, though all that it knew have moved to another key', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk')], { complete: false, cutList: { listed: 2, of: 5 } }));
    scenario.receives(alertmanager([resolvedAlert('Disk')], { key: 'g2' }));
    expect(scenario.rows()[0]).toMatchObject({ status: 'firing', firing: 0, cutList: { listed: 2, of: 5 } });
  });

  it('leaves nothing out of what is over, and counts anew when it fires again', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk')], { complete: false, cutList: { listed: 2, of: 5 } }));
    scenario.receives(alertmanager([resolvedAlert('Disk')], { action: 'resolve', complete: false, cutList: { listed: 2, of: 5 } }));
    expect(scenario.row()).toMatchObject({ status: 'resolved', cutList: null });
    scenario.receives(alertmanager([alertOf('Disk')], { complete: false, cutList: { listed: 1, of: 3 } }));
    expect(scenario.row()).toMatchObject({ status: 'firing', opening: 2, cutList: { listed: 1, of: 3 } });
  });

  it('resolves everything under its key, though it names only part of it', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Cpu')], { complete: false }));
    scenario.receives(alertmanager([resolvedAlert('Cpu')], { action: 'resolve', complete: false }));
    expect(said(scenario)[1]).toBe('resolved #1');
    expect(scenario.row()).toMatchObject({ status: 'resolved', firing: 0 });
  });

  it('acknowledges for a sender of single alerts', () => {
    const scenario = new Scenario();
    scenario.receives(pagerduty('k'));
    scenario.receives(pagerduty('k', 'acknowledge'));
    expect(said(scenario)).toEqual(['opened #1 k:fired', 'acknowledged #1']);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', holder: { kind: 'sender' } });
  });
});

describe('Prometheus itself, which never lists all of its alerts', () => {
  const list = { splitByName: true, complete: false, shape: 'each' } as const;

  it('resolves a group with its last alert, in whatever requests the others were', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Cpu'), alertOf('Disk', { fingerprint: 'Disk2' })], list));
    scenario.receives(alertmanager([resolvedAlert('Disk')], list));
    expect(statuses(scenario)).toEqual(['firing', 'firing']);
    scenario.receives(alertmanager([resolvedAlert('Disk', { fingerprint: 'Disk2' })], list));
    expect(statuses(scenario)).toEqual(['resolved', 'firing']);
    scenario.receives(alertmanager([resolvedAlert('Cpu'), resolvedAlert('Disk')], list));
    expect(statuses(scenario)).toEqual(['resolved', 'resolved']);
    scenario.receives(alertmanager([resolvedAlert('Never')], list));
    expect(statuses(scenario)).toHaveLength(2);
  });
});

describe('a sender that groups by nothing', () => {
  const splitSetting = { splitByName: true };

  it('gets a group for each alert name', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Cpu'), alertOf('Disk', { fingerprint: 'Disk2' })], splitSetting));
    expect(said(scenario)).toEqual(['opened #1 Disk:fired Disk2:fired', 'opened #2 Cpu:fired']);
  });

  it('resolves one of them while the others fire: its word is about the whole', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Cpu')], splitSetting));
    scenario.receives(alertmanager([resolvedAlert('Disk'), alertOf('Cpu')], splitSetting));
    expect(said(scenario).slice(2)).toEqual(['resolved #1', 'repeat #2']);
    expect(statuses(scenario)).toEqual(['resolved', 'firing']);
  });

  it('lets one end that a complete message does not name at all', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Cpu')], splitSetting));
    scenario.receives(alertmanager([alertOf('Cpu')], { ...splitSetting, complete: false }));
    expect(statuses(scenario)).toEqual(['firing', 'firing']);
    scenario.receives(alertmanager([alertOf('Cpu')], splitSetting));
    expect(scenario.rows()[0]).toMatchObject({ status: 'firing', ending: { alerts: 1, all: true, over: true } });
    scenario.passes(6);
    expect(statuses(scenario)).toEqual(['resolved', 'firing']);
  });

  it('ends them all when it resolves the whole, and speaks of none that had ended before', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Cpu')], splitSetting));
    scenario.receives(alertmanager([alertOf('Cpu')], splitSetting));
    scenario.passes(6);
    scenario.news();
    scenario.receives(alertmanager([resolvedAlert('Cpu')], { ...splitSetting, action: 'resolve' }));
    expect(said(scenario)).toEqual(['resolved #2']);
    expect(statuses(scenario)).toEqual(['resolved', 'resolved']);
  });
});

describe('a resolve', () => {
  it('also closes the alert under older keys of the integration', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Cpu')], { key: 'old' }));
    scenario.receives(alertmanager([alertOf('Disk')], { key: 'new' }));
    scenario.news();
    scenario.receives(alertmanager([resolvedAlert('Disk')], { key: 'new', action: 'resolve' }));
    expect(said(scenario)).toEqual(['resolved #2', 'changed #1 Disk:resolved']);
    scenario.receives(alertmanager([resolvedAlert('Cpu')], { key: 'newer', action: 'resolve' }));
    expect(statuses(scenario)).toEqual(['resolved', 'resolved']);
  });

  it('leaves other integrations alone', () => {
    const scenario = new Scenario();
    scenario.receives(pagerduty('Disk'));
    scenario.receives(alertmanager([resolvedAlert('Disk')], { action: 'resolve' }));
    expect(statuses(scenario)).toEqual(['firing']);
  });
});

describe('a re-fire', () => {
  const resolvedBySender = (scenario: Scenario): void => {
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.receives(alertmanager([resolvedAlert('Disk')], { action: 'resolve' }));
    scenario.news();
  };

  it('reopens the group for ten minutes after the sender’s resolve', () => {
    const scenario = new Scenario();
    resolvedBySender(scenario);
    scenario.passes(10);
    scenario.receives(alertmanager([alertOf('Disk')]));
    expect(said(scenario)).toEqual(['reopened #1 Disk:fired']);
    expect(scenario.row()).toMatchObject({ status: 'firing', opening: 2, firing: 1 });
  });

  it('opens a new group after that, linked to the old', () => {
    const scenario = new Scenario();
    resolvedBySender(scenario);
    scenario.passes(10.1);
    scenario.receives(alertmanager([alertOf('Disk')]));
    expect(said(scenario)).toEqual(['opened #2 Disk:fired']);
    expect(scenario.row().previousGroupId).toBe(scenario.rows()[0]!.id);
  });

  it('is always a new group on PagerDuty’s interface, even in the same millisecond', () => {
    const scenario = new Scenario();
    for (const action of ['trigger', 'resolve', 'trigger'] as const) scenario.receives(pagerduty('k', action));
    expect(said(scenario)).toEqual(['opened #1 k:fired', 'resolved #1', 'opened #2 k:fired']);
  });

  it.each([
    [0, 0, 2],
    [20, 19, 1],
    [20, 21, 2],
  ])('goes by the window of the service, %d min: after %d min it is #%d', (reopenWindowMinutes, after, number) => {
    const scenario = new Scenario({ service: { reopenWindowMinutes } });
    resolvedBySender(scenario);
    scenario.passes(after);
    scenario.receives(alertmanager([alertOf('Disk')]));
    expect(scenario.rows()).toHaveLength(number);
  });

  it('lets the service overrule what its interface promises', () => {
    const scenario = new Scenario({ service: { reopenWindowMinutes: 20 } });
    for (const action of ['trigger', 'resolve', 'trigger'] as const) scenario.receives(pagerduty('k', action));
    expect(said(scenario).at(-1)).toBe('reopened #1 k:fired');
  });

  it('has no link any more after eight days', () => {
    const scenario = new Scenario();
    resolvedBySender(scenario);
    scenario.passes(8 * 24 * 60 + 1);
    scenario.receives(alertmanager([alertOf('Disk')]));
    expect(said(scenario).at(-1)).toBe('opened #2 Disk:fired');
    expect(scenario.row().previousGroupId).toBeNull();
  });
});

describe('after a person resolved while it fires', () => {
  const resolvedByHand = (): Scenario => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Cpu')]));
    scenario.act('ResolveAlertGroup');
    scenario.news();
    return scenario;
  };
  const firingSignal = () => alertmanager([alertOf('Disk'), alertOf('Cpu')]);

  it('a message sent again is shown, once, and pages nobody for an hour', () => {
    const scenario = resolvedByHand();
    for (let n = 0; n < 5; n += 1) {
      scenario.passes(11);
      scenario.receives(firingSignal());
    }
    expect(said(scenario)).toEqual(Array(5).fill('still_firing #1 resolved_by_person'));
    expect(scenario.all('SenderStillFiring')).toHaveLength(1);
    expect(scenario.row()).toMatchObject({ status: 'resolved', senderStillFiring: true });
  });

  it('opens a new group after the hour, linked to the old', () => {
    const scenario = resolvedByHand();
    scenario.passes(60);
    scenario.receives(firingSignal());
    expect(said(scenario)).toEqual(['opened #2 Disk:fired Cpu:fired']);
    expect(scenario.row().previousGroupId).toBe(scenario.rows()[0]!.id);
  });

  it('fires anew by a later beginning, or by an alert that it never had', () => {
    for (const alert of [alertOf('Disk', { startsAt: laterTime }), alertOf('Ram')]) {
      const scenario = resolvedByHand();
      scenario.passes(1);
      scenario.receives(alertmanager([alert, alertOf('Cpu')]));
      expect(scenario.row()).toMatchObject({ status: 'firing', opening: 2, number: 1 });
      scenario.passes(6);
      expect(scenario.row().firingKeys.toSorted()).toEqual([alert.fingerprint, 'Cpu'].toSorted());
    }
  });

  it('does not take a beginning for later that it had heard of while it was open', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.receives(alertmanager([alertOf('Disk', { startsAt: laterTime })]));
    expect(said(scenario)[1]).toBe('repeat #1 Disk:began_again');
    scenario.act('ResolveAlertGroup');
    scenario.passes(1);
    scenario.receives(alertmanager([alertOf('Disk', { startsAt: laterTime })]));
    expect(said(scenario).at(-1)).toBe('still_firing #1 resolved_by_person');
  });

  it('fires anew once the sender has resolved it too, and no longer shows that it still fires', () => {
    const scenario = resolvedByHand();
    scenario.receives(firingSignal());
    scenario.receives(alertmanager([resolvedAlert('Disk'), resolvedAlert('Cpu')], { action: 'resolve' }));
    expect(said(scenario).at(-1)).toBe('ignored #1 resolved_by_person');
    expect(scenario.row()).toMatchObject({ status: 'resolved', senderStillFiring: false, firing: 0 });
    scenario.receives(firingSignal());
    expect(said(scenario)).toEqual(['reopened #1 Disk:fired Cpu:fired']);
  });

  it('fires anew by one alert that the sender had resolved by itself', () => {
    const scenario = resolvedByHand();
    scenario.receives(alertmanager([resolvedAlert('Disk'), alertOf('Cpu')]));
    scenario.receives(firingSignal());
    expect(said(scenario)).toEqual(['still_firing #1 resolved_by_person Disk:resolved', 'reopened #1 Disk:fired Cpu:fired']);
  });

  it('is found again by its key when the person reopens it', () => {
    const scenario = resolvedByHand();
    scenario.act('ReopenAlertGroup', { iHaveIt: true });
    scenario.receives(firingSignal());
    expect(said(scenario)).toEqual(['repeat #1']);
  });
});

describe('a run', () => {
  const inOneRun = (scenario: Scenario, messages: readonly ReturnType<typeof alertmanager>[]): void =>
    scenario.world.record(
      'inbox-n1',
      messages.map((data) => ({ type: 'SignalReceived', data: { ...data, receivedAt: scenario.world.now } })),
      { kind: 'sender', id: alertmanagerId, roles: [] },
    );

  it('knows for the second signal what it decided for the first', () => {
    const scenario = new Scenario();
    inOneRun(scenario, [
      alertmanager([alertOf('Disk')]),
      alertmanager([alertOf('Disk'), alertOf('Cpu')]),
      pagerduty('k'),
      pagerduty('k', 'resolve'),
    ]);
    expect(scenario.all('SignalsRouted')).toHaveLength(1);
    expect(said(scenario)).toEqual(['opened #1 Disk:fired', 'changed #1 Cpu:fired', 'opened #2 k:fired', 'resolved #2']);
    expect(statuses(scenario)).toEqual(['firing', 'resolved']);
  });

  it('takes a storm of two hundred in one decision, the first fifty into groups of their own, numbered without a gap', () => {
    const scenario = new Scenario();
    inOneRun(
      scenario,
      Array.from({ length: 200 }, (_, n) => pagerduty(`k${n}`)),
    );
    expect(scenario.all('SignalsRouted')).toHaveLength(1);
    expect(scenario.rows().map((row) => row.number)).toEqual(Array.from({ length: 51 }, (_, n) => n + 1));
    expect(scenario.rows().map((row) => row.firing)).toEqual([...Array.from({ length: 50 }, () => 1), 150]);
  });

  it('routes no signal twice', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk')]));
    const { data } = scenario.all('SignalsRouted')[0]!;
    const receivedEvent = scenario.all('SignalReceived')[0]!;
    const signals = [{ eventId: receivedEvent.id, ordinal: receivedEvent.ordinal, inbox: receivedEvent.stream, data: receivedEvent.data }];
    const rerouted = scenario.world.run(
      { type: 'RouteSignals', data: { from: data.from, upTo: data.upTo, signals } },
      { actor: { kind: 'system', id: 'tocsin', roles: [] } },
    );
    expect(rerouted.kind).toBe('nothing');
  });
});

describe('a clock that was stepped back', () => {
  const stepBack = (scenario: Scenario, message: ReturnType<typeof alertmanager>, inbox = 'inbox-n1') =>
    scenario.world.record(inbox, [{ type: 'SignalReceived', data: { ...message, receivedAt: '2026-11-21T02:12:00.000Z' } }], {
      kind: 'sender',
      id: alertmanagerId,
      roles: [],
    });

  it('drops no trigger of the same inbox: the log has their order', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.receives(alertmanager([resolvedAlert('Disk')], { action: 'resolve' }));
    scenario.news();
    stepBack(scenario, alertmanager([alertOf('Disk', { startsAt: laterTime })]));
    expect(said(scenario)).toEqual(['reopened #1 Disk:fired']);
    expect(scenario.row()).toMatchObject({ status: 'firing', firing: 1 });
  });

  it('drops no resolve of the same inbox', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk')]));
    stepBack(scenario, alertmanager([resolvedAlert('Disk')], { action: 'resolve' }));
    expect(said(scenario).at(-1)).toBe('resolved #1');
    expect(scenario.row()).toMatchObject({ status: 'resolved' });
  });

  it('decides between two inboxes, of which one may have waited', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk')]));
    stepBack(scenario, alertmanager([resolvedAlert('Disk')], { action: 'resolve' }), 'inbox-n2');
    expect(said(scenario).at(-1)).toBe('ignored #1 older_than_known');
    expect(scenario.row()).toMatchObject({ status: 'firing' });
  });

  it('drops no trigger of another inbox, where the difference is longer than any signal waits: somebody is paged', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.receives(alertmanager([resolvedAlert('Disk')], { action: 'resolve' }));
    scenario.news();
    stepBack(scenario, alertmanager([alertOf('Disk', { startsAt: laterTime })]), 'inbox-n2');
    expect(said(scenario)).toEqual(['reopened #1 Disk:fired']);
    expect(scenario.row()).toMatchObject({ status: 'firing', firing: 1 });
  });

  it('drops nothing that comes after it, by the inbox whose clock it was', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk')]));
    stepBack(scenario, alertmanager([alertOf('Disk'), alertOf('Cpu')]));
    stepBack(scenario, alertmanager([alertOf('Disk')]));
    expect(said(scenario).slice(1)).toEqual(['changed #1 Cpu:fired', 'changed #1 Cpu:ending']);
  });
});

describe('the memory of the router', () => {
  it('lets resolved groups go after eight days, and keeps open ones', () => {
    const scenario = new Scenario();
    scenario.receives(pagerduty('gone'));
    scenario.receives(pagerduty('gone', 'resolve'));
    scenario.receives(pagerduty('open', 'trigger', { severity: 'info' }));
    scenario.passes(9 * 24 * 60);
    scenario.receives(pagerduty('other'));
    const threads = scenario.world.memory.rows(threadsView.name);
    expect([...threads.entries()].map(([id]) => id.split('|')[1])).toEqual(['open', 'other']);
    const threadsBehind = (key: string) => threads.where('alert', `${pagerdutyId}|${key}`).length;
    expect(['gone', 'open', 'other'].map(threadsBehind)).toEqual([0, 1, 1]);
  });

  it('does not hold the alerts of a group that a person resolved, once the sender has too', () => {
    const scenario = new Scenario();
    scenario.receives(pagerduty('k'));
    scenario.act('ResolveAlertGroup');
    scenario.receives({ ...pagerduty('k', 'resolve'), serviceId });
    expect([...scenario.world.memory.rows<ThreadRow>(threadsView.name).all()].flatMap(({ alerts }) => Object.keys(alerts))).toEqual([]);
  });
});
