import { partOf } from '@tocsin/testing/deep-partial.js';
import type { GroupReads } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import type { ThreadRow } from '@tocsin/domain/operation/routing/shared/thread-row.js';
import { alertIdOf, keyOfThread } from '@tocsin/domain/operation/routing/shared/alert-id.js';
import { toAlertTable } from '@tocsin/domain/operation/alert-groups/alert-table.js';
import { stormKeyOf } from '@tocsin/domain/operation/routing/shared/storm-key.js';
import { SentAlerts } from './sent-alerts.js';

const thread = (integrationId: string, key: string, more: Partial<ThreadRow> = {}): ThreadRow =>
  partOf<ThreadRow>({
    id: `${integrationId}|${key}`,
    integrationId,
    groupId: `group-of-${key}`,
    number: 7,
    open: true,
    last: { receivedAt: '2026-11-26T12:00:00.000Z' },
    ...more,
  });

type Groups = Readonly<Record<string, object>>;
const alertsOf = (...rows: readonly ThreadRow[]): SentAlerts => alertsIn({}, ...rows);
const alertsIn = (groups: Groups, ...rows: readonly ThreadRow[]): SentAlerts => {
  const threads = new Map(rows.map((row) => [row.id, row]));
  return new SentAlerts(
    partOf<Pick<GroupReads, 'threads' | 'groups'>>({
      threads: {
        get: (id: string) => threads.get(id),
        where: (column: string, value: string) =>
          [...threads.values()].filter(
            (row) => (column === 'integrationId' ? row.integrationId : alertIdOf(row.integrationId, keyOfThread(row))) === value,
          ),
      },
      groups: { get: (id: string) => groups[id] },
    }),
  );
};
const request = { action: 'trigger' as const, at: '2026-11-26T12:00:00.000Z', key: 'k|1', wasOpen: false };

describe('the alerts that a sender sent', () => {
  it('are known by an id that follows from the key, without anything kept', () => {
    const alerts = alertsOf(thread('i', 'k|1'), thread('i', 'k2'), thread('other', 'k|1'));
    expect(alerts.keyOf('i', { by: 'id', value: alertIdOf('i', 'k|1') })).toBe('k|1');
    expect(alerts.keyOf('other', { by: 'id', value: alertIdOf('i', 'k|1') })).toBeUndefined();
    expect(alerts.findRequest('i', alertIdOf('i', 'k2'))).toMatchObject({ action: 'trigger', key: 'k2', alertId: alertIdOf('i', 'k2') });
  });

  it('are all found, more than are kept', () => {
    const keys = Array.from({ length: 10_010 }, (_, n) => `key-${n}`);
    const alerts = alertsOf(...keys.map((key) => thread('i', key)));
    for (const key of ['key-0', 'key-5000', 'key-10009']) expect(alerts.keyOf('i', { by: 'id', value: alertIdOf('i', key) })).toBe(key);
  });

  it('are known by the number of a group with one alert, not by that of a storm', () => {
    const alerts = alertsOf(thread('i', 'a', { number: 1 }), thread('i', 'b', { number: 2 }), thread('i', 'c', { number: 2 }));
    expect(alerts.keyOf('i', { by: 'number', value: '1' })).toBe('a');
    expect(alerts.keyOf('i', { by: 'number', value: '2' })).toBeUndefined();
    expect(alerts.keyOf('other', { by: 'number', value: '1' })).toBeUndefined();
  });

  it('count as open from the answer on, before they are routed, and as routing says after', () => {
    const unrouted = alertsOf();
    expect(unrouted.isOpen('i', 'k|1')).toBe(false);
    expect(unrouted.noteRequest('i', 'event', request)).toBe(alertIdOf('i', 'k|1'));
    expect(unrouted.isOpen('i', 'k|1')).toBe(true);
    const resolved = alertsOf(thread('i', 'k|1', { open: false }));
    resolved.noteRequest('i', 'event', request);
    expect(resolved.isOpen('i', 'k|1')).toBe(false);
  });

  it('and requests about none have the id of their own event', () => {
    const alerts = alertsOf();
    expect(alerts.noteRequest('i', 'event', { ...request, action: 'resolve', key: null })).toBe('event');
    expect(alerts.findRequest('i', 'event')).toMatchObject({ alertId: null, key: null });
    expect(alerts.findRequest('other', 'event')).toBeUndefined();
  });

  const firing = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, { startsAt: null, severity: 'error' as const }]));
  const groupOf = (keys: readonly string[], more: object = {}) => ({
    status: 'firing',
    openedAt: '2026-11-26T12:00:00.000Z',
    alerts: toAlertTable(Object.fromEntries(keys.map((key) => [key, { fingerprint: key, summary: key, details: null, ...more } as never]))),
  });

  it('are listed in a storm, each with those of its own thread', () => {
    const [a, b] = ['a', 'b'].map((key) => thread('i', key, { groupId: 'g', storm: true, alerts: firing([key]) })) as [
      ThreadRow,
      ThreadRow,
    ];
    const keys = [stormKeyOf(a.id, 'a'), stormKeyOf(b.id, 'b')];
    const { page } = alertsIn({ g: groupOf(keys) }, a, b).listAlerts('i');
    expect(page.map(({ alerts }) => alerts.map(({ fingerprint }) => fingerprint))).toEqual(keys.map((key) => [key]));
    expect(page.every(({ alert }) => alert !== null)).toBe(true);
  });

  it('are at most a thousand in one answer, and no more than a few megabytes', () => {
    const keys = Array.from({ length: 2_000 }, (_, n) => `a${n}`);
    const rows = ['x', 'y'].map((key) => thread('i', key, { groupId: 'g', alerts: firing(keys) }));
    const count = (more: object) =>
      alertsIn({ g: groupOf(keys, more) }, ...rows)
        .listAlerts('i')
        .page.reduce((sum, { alerts }) => sum + alerts.length, 0);
    expect(count({})).toBe(1_000);
    expect(count({ details: 'x'.repeat(6_000) })).toBe(349);
  });

  it('are looked through for a text only as far as the newest ones', () => {
    const rows = Array.from({ length: 2_001 }, (_, n) => thread('i', `k${n}-`, { number: n, groupId: 'none', alerts: {} }));
    const alerts = alertsOf(...rows);
    expect([alerts.listAlerts('i', { text: 'k' }).count, alerts.listAlerts('i', { text: 'K2000-' }).count]).toEqual([2_000, 1]);
  });
});
