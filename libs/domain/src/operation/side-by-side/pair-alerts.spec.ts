import type { Fact } from '@tocsin/contracts/catalogue.js';
import { foldRows } from '@tocsin/kernel/decide/given.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { recordedFacts } from '../../configuration.fixture.js';
import { pairAlerts, type AlertThere } from './pair-alerts.js';
import { rehearsedGroupsView, type RehearsedGroup } from './views.js';

const [service, other] = ['00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-0000000000a2'];
const groupId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const at = (minute: number): string => new Date(Date.UTC(2026, 10, 21, 3, minute)).toISOString();
const group = (n: number, opened: number, more: Partial<RehearsedGroup> = {}): RehearsedGroup => ({
  id: groupId(n),
  serviceId: service,
  openedAt: at(opened),
  resolvedAt: null,
  signalledAt: [at(opened)],
  pagedAt: at(opened),
  pendingSince: at(opened),
  alerts: [],
  comparedTo: null,
  isEndedThere: false,
  ...more,
});
const alert = (alertId: string | null, minute: number, more: Partial<AlertThere> = {}): AlertThere => ({
  alertId,
  serviceId: service,
  at: at(minute),
  pages: [{ personId: groupId(99), at: at(minute), method: 'sms' }],
  endedAt: null,
  ...more,
});
const read = { system: 'pagerduty' as const, from: at(0), to: at(30) };
const pairsOf = (alerts: readonly AlertThere[], groups: readonly RehearsedGroup[]) =>
  pairAlerts(read, alerts, groups).pairs.map(({ alertId, groupId: id, as }) => [alertId, id, as]);

describe('alerts of the old system', () => {
  it('are paired with the nearest group of their service, each with one', () => {
    const groups = [group(1, 5), group(2, 11), group(3, 11, { serviceId: other })];
    expect(pairsOf([alert('Q1', 5), alert('Q2', 12)], groups)).toEqual([
      ['Q1', groupId(1), 'own'],
      ['Q2', groupId(2), 'own'],
    ]);
  });

  it('are paired with what their relay brought there a quarter of an hour late', () => {
    expect(pairsOf([alert('Q1', 20)], [group(1, 5)])).toEqual([['Q1', groupId(1), 'own']]);
  });

  it('stay with their group, however much later they tell more', () => {
    expect(pairsOf([alert('Q1', 25)], [group(1, -600, { alerts: ['Q1'], resolvedAt: at(-500) })])).toEqual([['Q1', groupId(1), 'own']]);
  });

  it('are one group where one was open that a signal reached then', () => {
    const groups = [group(1, 5, { signalledAt: [at(5), at(27)] }), group(2, -60, { serviceId: other })];
    expect(pairsOf([alert('Q1', 5), alert('Q2', 28)], groups)).toEqual([
      ['Q1', groupId(1), 'own'],
      ['Q2', groupId(1), 'grouped'],
    ]);
  });

  it('stand alone where no signal reached the group that was open: here nothing came', () => {
    expect(pairsOf([alert('Q1', 5), alert('Q2', 28)], [group(1, 5)])).toEqual([
      ['Q1', groupId(1), 'own'],
      ['Q2', null, 'own'],
    ]);
    const facts: Fact[] = [
      { type: 'AlertGroupOpened', data: { groupId: groupId(1), serviceId: service, rehearses: true } as never },
      ...Array.from({ length: 20 }, () => ({ type: 'AlertsFired' as const, data: { groupId: groupId(1) } as never })),
    ];
    const rows = foldRows(
      rehearsedGroupsView as View,
      recordedFacts(facts).map((event, n) => ({ ...event, meta: { ...event.meta, at: at(n) } })),
    );
    const signalled = rows.get(groupId(1)) as RehearsedGroup;
    expect(signalled.signalledAt).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20].map(at));
    expect(pairsOf([alert('Q1', 0), alert('Q2', 35), alert('Q3', 37)], [signalled])).toEqual([
      ['Q1', groupId(1), 'own'],
      ['Q2', groupId(1), 'grouped'],
      ['Q3', null, 'own'],
    ]);
  });

  it('are read only as far as one fact takes, whatever a message about several means', () => {
    const groups = Array.from({ length: 300 }, (_, n) => group(n, 5));
    const first = pairAlerts(read, [alert(null, 6), alert(null, 7)], groups);
    expect([first.to, first.pairs.length]).toEqual([at(7), 300]);
    const next = pairAlerts({ ...read, from: first.to }, [alert(null, 7)], groups);
    expect([next.to, next.pairs.length]).toEqual([read.to, 300]);
  });

  it('are paired within a moment, also in a storm', () => {
    const groups = Array.from({ length: 2_000 }, (_, n) => group(n, -((n * 791) % 2_000)));
    const alerts = Array.from({ length: 200 }, (_, n) => alert(`Q${n}`, n % 30));
    let compared = 0;
    const counting = groups.map((one) => ({
      ...one,
      get openedAt() {
        compared += 1;
        return one.openedAt;
      },
    }));
    pairAlerts(read, alerts, counting);
    expect(compared).toBeLessThan(5 * groups.length * alerts.length);
  });

  it('stand alone where nothing opened here, under the same id in each reading', () => {
    const groups = [group(1, 5, { serviceId: other }), group(2, -60, { resolvedAt: at(-30) })];
    const [one] = pairAlerts(read, [alert('Q1', 5)], groups).pairs;
    expect(one).toMatchObject({ groupId: null, as: 'own' });
    expect(pairAlerts({ ...read, from: at(30), to: at(60) }, [alert('Q1', 40)], groups).pairs[0]!.rowId).toBe(one!.rowId);
  });

  it('are left out when they only end, and nobody was notified', () => {
    expect(pairsOf([alert('Q1', 5, { pages: [], endedAt: at(6) })], [group(1, 5)])).toEqual([]);
  });

  it('stand for all groups that one message about several may mean', () => {
    const groups = [group(1, 5), group(2, 11), group(3, -30)];
    expect(pairsOf([alert(null, 12)], groups)).toEqual([
      [null, groupId(1), 'bundled'],
      [null, groupId(2), 'bundled'],
    ]);
  });
});

describe('groups', () => {
  const comparedOf = (groups: readonly RehearsedGroup[], alerts: readonly AlertThere[] = []) => pairAlerts(read, alerts, groups).compared;

  it('of which nothing is told are compared once a relay had its time', () => {
    expect(comparedOf([group(1, 13), group(2, 15)])).toEqual([groupId(1)]);
    expect(comparedOf([group(1, 13, { comparedTo: at(29), pendingSince: null })])).toEqual([]);
  });

  it('that page again later are compared again', () => {
    const paired = { alerts: ['Q1'], comparedTo: at(10), pagedAt: at(29) };
    expect(comparedOf([group(1, 0, { ...paired, pendingSince: at(20) }), group(2, 0, { ...paired, pendingSince: at(27) })])).toEqual([
      groupId(1),
    ]);
  });

  it('are not told twice', () => {
    expect(comparedOf([group(1, 5)], [alert('Q1', 5)])).toEqual([]);
  });

  it('that page every few minutes are compared all the same', () => {
    const facts: Fact[] = [
      { type: 'AlertGroupOpened', data: { groupId: groupId(1), serviceId: service, rehearses: true } as never },
      ...Array.from({ length: 7 }, () => ({ type: 'AttemptStarted' as const, data: { groupId: groupId(1) } as never })),
    ];
    const rows = foldRows(
      rehearsedGroupsView as View,
      recordedFacts(facts).map((event, n) => ({ ...event, meta: { ...event.meta, at: at(n === 0 ? 5 : 4 * n + 1) } })),
    );
    expect(comparedOf([{ ...(rows.get(groupId(1)) as RehearsedGroup), alerts: ['Q1'] }])).toEqual([groupId(1)]);
  });
});
