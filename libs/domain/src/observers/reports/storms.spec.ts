import type { LoadFigures, ReportName, ReportOrder, ResponseFigures } from '@tocsin/contracts/reports/reports.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { createFactContent, type FactContent, type ReportFact } from './fact.js';
import { Report } from './report.js';

const beganAt = toMillis('2026-11-06T22:30:00.000Z');
const hour = 3_600_000;

const storms = (
  report: Extract<ReportName, 'load' | 'response'>,
  contents: readonly (readonly [at: number, one: FactContent])[],
  changes: Partial<ReportOrder> = {},
) => {
  const order: ReportOrder = {
    report,
    version: 2,
    from: '2026-11-06T00:00:00.000Z',
    to: '2026-11-09T00:00:00.000Z',
    zone: 'Europe/Berlin',
    zones: '2026c',
    ordinal: 1_000,
    service: null,
    team: null,
    urgency: null,
    measures: [],
    ...changes,
  };
  const fold = new Report(order);
  fold.take(contents.map(([at, one], index): ReportFact => ({ ...one, at: beganAt + at, ordinal: index + 1 })));
  return (JSON.parse(fold.bytes()) as { figures: ResponseFigures | LoadFigures }).figures.storms;
};

const opened = (n: number, at: number, storm?: string): readonly (readonly [number, FactContent])[] => [
  [at, createFactContent('opened', [`g${n}`, 's1', 't1', ...(storm ? [storm] : [])], [n, 0])],
  [at, createFactContent('urgency', [`g${n}`], [1, 1_000])],
];
const fired = (n: number, at: number, alerts: number): readonly [number, FactContent] => [
  at,
  createFactContent('urgency', [`g${n}`], [1, alerts]),
];

describe.each(['response', 'load'] as const)('the storms of the %s report', (report) => {
  it('are those that began in it, with the alerts of all their groups, on the day of the report’s clock', () => {
    const all = [...opened(1, 0), ...opened(2, hour, 'g2'), ...opened(3, 2 * hour, 'g2'), fired(2, 2 * hour, 900), fired(3, 2 * hour, 51)];
    expect(storms(report, all)).toEqual([{ day: '2026-11-07', groupId: 'g2', number: 2, serviceId: 's1', alerts: 2_951 }]);
  });

  it('are not those of other services, nor one that is reopened', () => {
    const again: readonly [number, FactContent] = [3 * hour, createFactContent('reopened', ['g1', 'refire', ''], [2])];
    expect(storms(report, opened(1, hour, 'g1'), { service: 's2' })).toEqual([]);
    expect(storms(report, [...opened(1, hour, 'g1'), again], { from: '2026-11-07T00:30:00.000Z' })).toEqual([]);
  });
});
