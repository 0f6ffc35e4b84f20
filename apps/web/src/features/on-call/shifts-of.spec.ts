import { ids } from '../../data/words/names.fixture.js';
import { shiftsOf } from './shifts-of.js';

const at = (hour: number): string => new Date(Date.UTC(2026, 10, 28, hour)).toISOString();
const why = { kind: 'override', overrideId: ids.page, replacesId: null } as const;
const shift = (name: string, from: number, to: number) => ({
  scheduleId: name,
  name,
  timeZone: 'UTC',
  from: at(from),
  to: at(to),
  why,
});
const short = (shifts: ReturnType<typeof shift>[], now = 0) =>
  shiftsOf({ shifts }, Date.parse(at(now))).map(({ name, from, to }) => [name, new Date(from).toISOString(), new Date(to).toISOString()]);

it('joins what follows without a break, for whatever reason', () =>
  expect(short([shift('Payments', 0, 8), shift('Payments', 8, 9), shift('Payments', 12, 20)])).toEqual([
    ['Payments', at(0), at(9)],
    ['Payments', at(12), at(20)],
  ]));

it('joins nothing of two schedules, and keeps the next in front', () =>
  expect(short([shift('Search', 0, 8), shift('Payments', 2, 8), shift('Search', 8, 9), shift('Payments', 8, 10)])).toEqual([
    ['Search', at(0), at(9)],
    ['Payments', at(2), at(10)],
  ]));

it('leaves out what is over', () =>
  expect(short([shift('Payments', 0, 8), shift('Payments', 12, 20)], 8)).toEqual([['Payments', at(12), at(20)]]));
