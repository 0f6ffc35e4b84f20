import { dayOf, endsOf, isDay } from './days.js';
import { instantsIn, instantsOf } from './instants.js';

describe('days', () => {
  it('are real ones', () => {
    expect(['2026-11-21', '2028-02-29'].map(isDay)).toEqual([true, true]);
    expect(['2026-02-29', '2026-11-31', '2026-13-01', '2026-1-1', 'today', '', 20261121, undefined].filter(isDay)).toEqual([]);
  });

  it('are whole in the reader’s zone, also where a day has 23 hours', () => {
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

  it('are the last ones, today among them, or between two', () => {
    const now = new Date(2026, 10, 21, 3, 12);
    expect(instantsIn('1d', now)).toEqual(instantsOf('2026-11-21', undefined));
    expect(instantsIn('7d', now)).toEqual(instantsOf('2026-11-15', undefined));
    expect(instantsIn('2026-11-01..2026-11-20', now)).toEqual(instantsOf('2026-11-01', '2026-11-20'));
    expect([instantsIn('2026-11-01..', now), instantsIn('..2026-11-20', now)]).toEqual([
      instantsOf('2026-11-01', undefined),
      instantsOf(undefined, '2026-11-20'),
    ]);
    for (const nothing of ['', 'd', 'lately', '..', '2026-13-01..']) expect([nothing, instantsIn(nothing, now)]).toEqual([nothing, {}]);
    expect(endsOf('2026-11-01..x')).toEqual(['2026-11-01', undefined]);
  });
});
