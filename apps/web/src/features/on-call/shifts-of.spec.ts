import { ids } from '../../data/words/names.fixture.js';
import { shiftsOf } from './shifts-of.js';

const at = (hour: number): string => new Date(Date.UTC(2026, 10, 28, hour)).toISOString();
const why = { kind: 'override', overrideId: ids.page, replacesId: null } as const;
const shift = (personId: string, from: number, to: number) => ({ personId, from: at(from), to: at(to), why });
const short = (final: ReturnType<typeof shift>[], now = 0) =>
  shiftsOf(ids.ana, [{ schedule: 'Payments', answer: { final } }], Date.parse(at(now))).map(({ from, to }) => [
    new Date(from).toISOString(),
    new Date(to).toISOString(),
  ]);

it('joins what follows without a break, for whatever reason', () =>
  expect(short([shift(ids.ana, 0, 8), shift(ids.ana, 8, 9), shift(ids.bo, 9, 12), shift(ids.ana, 12, 20)])).toEqual([
    [at(0), at(9)],
    [at(12), at(20)],
  ]));

it('leaves out what is over', () => expect(short([shift(ids.ana, 0, 8), shift(ids.ana, 12, 20)], 8)).toEqual([[at(12), at(20)]]));

it('has the next of all schedules first', () =>
  expect(
    shiftsOf(
      ids.ana,
      [
        { schedule: 'Payments', answer: { final: [shift(ids.ana, 12, 20)] } },
        { schedule: 'Search', answer: { final: [shift(ids.ana, 2, 4)] } },
      ],
      Date.parse(at(0)),
    ).map(({ schedule }) => schedule),
  ).toEqual(['Search', 'Payments']));
