import { dayOf, daysBefore, instantsOf, isDay } from './days.js';

describe('days', () => {
  it('are real ones', () => {
    expect(['2026-11-21', '2028-02-29'].map(isDay)).toEqual([true, true]);
    expect(['2026-02-29', '2026-11-31', '2026-13-01', '2026-1-1', 'today', '', 20261121, undefined].filter(isDay)).toEqual([]);
  });

  it('are counted back over months and years', () => {
    expect([daysBefore('2026-03-01', 1), daysBefore('2026-01-03', 6), daysBefore('2026-11-21', 0)]).toEqual([
      '2026-02-28',
      '2025-12-28',
      '2026-11-21',
    ]);
  });

  it('are whole, in the zone of whoever reads, also where one has 23 hours', () => {
    const day = '2026-03-29';
    const { from, to } = instantsOf(day, day);
    expect([dayOf(new Date(from!)), dayOf(new Date(Date.parse(from!) - 1))]).toEqual([day, '2026-03-28']);
    expect([dayOf(new Date(to!)), dayOf(new Date(Date.parse(to!) - 1))]).toEqual(['2026-03-30', day]);
  });

  it('may be open at either end, or come in the other order', () => {
    expect(instantsOf(undefined, undefined)).toEqual({});
    expect(Object.keys(instantsOf('2026-11-21', undefined))).toEqual(['from']);
    expect(instantsOf('2026-11-21', '2026-11-19')).toEqual(instantsOf('2026-11-19', '2026-11-21'));
  });
});
