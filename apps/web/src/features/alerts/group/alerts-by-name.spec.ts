import { columnsOf } from './alert-columns.js';
import { byName, searched, type GroupAlert } from './alerts-by-name.js';

const alert = (name: string, instance: string, differs: Partial<GroupAlert> = {}): GroupAlert => ({
  fingerprint: `${name} ${instance}`,
  startsAt: '2026-11-21T12:00:00.000Z',
  firstSeenAt: '2026-11-21T12:00:00.000Z',
  name,
  summary: `${name} on ${instance}`,
  severity: 'critical',
  severityWord: 'critical',
  labels: { alertname: name, severity: 'critical', cluster: 'eu-1', instance },
  links: [],
  details: null,
  state: 'firing',
  resolvedAt: null,
  place: 1,
  ...differs,
});
const alerts = [
  alert('HighLatency', 'web-1'),
  alert('TargetDown', 'web-1', { state: 'resolved' }),
  alert('TargetDown', 'web-2', { startsAt: '2026-11-21T12:05:00.000Z' }),
  alert('TargetDown', 'web-3'),
];

describe('the alerts of a group', () => {
  it('have columns for what differs: no label that all share, and no severity twice', () => {
    expect(columnsOf(alerts, { cluster: 'eu-1' })).toEqual(['instance']);
    expect(columnsOf([], {})).toEqual([]);
  });

  it('are grouped by name, those that fire most first, with examples and the newest', () => {
    expect(byName(alerts, ['instance']).map(({ alerts: some, ...rest }) => ({ ...rest, count: some.length }))).toEqual([
      { name: 'TargetDown', firing: 2, count: 3, examples: ['web-1', 'web-2'], newest: '2026-11-21T12:05:00.000Z' },
      { name: 'HighLatency', firing: 1, count: 1, examples: ['web-1'], newest: '2026-11-21T12:00:00.000Z' },
    ]);
  });

  it('are searched by name, summary and label=value, every word', () => {
    const found = (q: string) => searched(alerts, q).map(({ fingerprint }) => fingerprint);
    expect(found('instance=web-2')).toEqual(['TargetDown web-2']);
    expect(found('down WEB-3')).toEqual(['TargetDown web-3']);
    expect(found('')).toHaveLength(4);
    expect(found('nothing')).toEqual([]);
  });
});
