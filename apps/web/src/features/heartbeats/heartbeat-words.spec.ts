import type { HeartbeatShown } from '@tocsin/contracts/heartbeats/noun.js';
import { byUrgency, clockOffset, scheduleWords } from './heartbeat-words.js';

const runs = (...offs: (number | null)[]): HeartbeatShown['runs'] =>
  offs.map((offMark) => ({ at: '2026-11-21T03:12:00.000Z', result: 'success', millis: null, offMark }));

it('a job whose last runs are all off by the same number of half hours has another clock', () => {
  expect(clockOffset(runs(3, 60, 61, 59))).toBe(60);
  expect(clockOffset(runs(-30, -30, -31))).toBe(-30);
  expect(clockOffset(runs(60, 60))).toBeNull();
  expect(clockOffset(runs(60, 1, 60))).toBeNull();
  expect(clockOffset(runs(0, 1, 2))).toBeNull();
  expect(clockOffset(runs(null, null, null))).toBeNull();
});

it('what is down comes first, then what is expected soonest', () => {
  const row = (name: string, state: HeartbeatShown['state'], expectedAt: string | null) => ({ name, state, expectedAt }) as HeartbeatShown;
  const rows = [
    row('c', 'healthy', '2026-11-22'),
    row('a', 'inactive', null),
    row('b', 'healthy', '2026-11-21'),
    row('d', 'overdue', '2026-11-23'),
  ];
  expect(rows.toSorted(byUrgency).map(({ name }) => name)).toEqual(['d', 'b', 'c', 'a']);
});

it('a schedule is said in a few words', () => {
  expect(scheduleWords({ kind: 'interval', every: 90 })).toBe('every 1 h 30 min');
  expect(scheduleWords({ kind: 'cron', cron: '0 3 * * *', zone: 'Europe/Berlin' })).toBe('0 3 * * *, Berlin');
});
