import { byDay } from './by-day.js';

const at = (day: number, hour: number): string => new Date(2026, 10, day, hour).toISOString();

it('groups what follows each other by its local day, in its order', () =>
  expect(byDay([at(21, 23), at(21, 0), at(20, 23), at(21, 5)], (one) => one)).toEqual([
    { day: '2026-11-21', items: [at(21, 23), at(21, 0)] },
    { day: '2026-11-20', items: [at(20, 23)] },
    { day: '2026-11-21', items: [at(21, 5)] },
  ]));
