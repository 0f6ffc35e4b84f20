import { reportQueryOf, daysOf } from './use-report.js';

const answer = { order: { from: '2026-10-29T23:00:00.000Z', to: '2026-11-26T23:00:00.000Z', zone: 'Europe/Berlin' } } as never;

describe('what a report is asked for by its address', () => {
  it('is 28 days, where no days are named', () => {
    expect(reportQueryOf({}, [])).toEqual({ days: '28' });
    expect(reportQueryOf({ days: '7', service: 's' }, ['mtta'])).toEqual({ days: '7', service: 's', measures: 'mtta' });
  });

  it('is from a day, or to one, where only that is named', () => {
    expect(reportQueryOf({ from: '2026-06-01', to: '2026-06-02' }, [])).toEqual({ from: '2026-06-01', to: '2026-06-02' });
    expect(reportQueryOf({ from: '2026-06-01' }, [])).toEqual({ from: '2026-06-01' });
    expect(reportQueryOf({ to: '2026-06-02' }, [])).toEqual({ days: '28', to: '2026-06-02' });
  });
});

describe('the days that are shown above a report', () => {
  it('are those of the answer, by its clock', () => {
    expect(daysOf({}, answer)).toEqual({ from: '2026-10-30', to: '2026-11-26' });
    expect(daysOf({}, undefined)).toEqual({});
  });

  it('stay as they were typed, before there is an answer and where it is refused', () => {
    expect(daysOf({ from: '0002-06-01', to: '2026-06-02' }, undefined)).toEqual({ from: '0002-06-01', to: '2026-06-02' });
    expect(daysOf({ from: '2026-06-01' }, answer)).toEqual({ from: '2026-06-01', to: '2026-11-26' });
    expect(daysOf({ from: '2026-06-01T00:00:00.000Z' }, answer)).toEqual({ from: '2026-10-30', to: '2026-11-26' });
  });
});
