import { dayBars, daySlot } from './plot-days.js';
import { datesOf, periodBefore } from './report-days.js';

// two days over the end of summer time: 24 and 25 hours
const order = { from: '2026-10-23T22:00:00.000Z', to: '2026-10-25T23:00:00.000Z', zone: 'Europe/Berlin' };

describe('the bars of a report', () => {
  it('are each day of its range by its clock, those without a count too', () => {
    expect(datesOf(order)).toEqual(['2026-10-24', '2026-10-25']);
    expect(dayBars(order as never, [{ day: '2026-10-25', parts: [2, 1] }]).map(({ key, parts, before }) => [key, parts, before])).toEqual([
      ['2026-10-24', [0], undefined],
      ['2026-10-25', [2, 1], undefined],
    ]);
  });

  it('are compared with as many days before, of whatever length', () => {
    expect(periodBefore(order)).toEqual({ from: '2026-10-22', to: order.from });
  });

  it('have what the day in the same place of the period before had', () => {
    const before = [{ day: '2026-10-22', parts: [3, 4] }];
    expect(dayBars(order as never, [], before).map((bar) => bar.before)).toEqual([7, 0]);
  });

  it('know weekends, and the first of a week', () => {
    expect(['2026-10-25', '2026-10-26'].map(daySlot)).toMatchObject([
      { label: '25 Oct', name: 'Sun 25 Oct', isWeekend: true, isFirst: false },
      { label: '26 Oct', name: 'Mon 26 Oct', isWeekend: false, isFirst: true },
    ]);
  });
});
