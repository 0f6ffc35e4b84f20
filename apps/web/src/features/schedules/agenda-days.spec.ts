import { agendaOf } from './agenda-days.js';

const hour = 3_600_000;
const day = (n: number) => ({ date: `day ${n}`, from: n * 24 * hour, to: (n + 1) * 24 * hour });
const piece = (personId: string, from: number, to: number) => ({
  key: personId,
  personId,
  from: from * hour,
  to: to * hour,
  kind: 'shift' as const,
  by: null,
});

it('says who is on call in which part of each day', () => {
  const agenda = agendaOf([piece('bo', 33, 60), piece('ana', -10, 33)], [day(0), day(1), day(2), day(3)]);
  expect(agenda.map(({ date, entries }) => [date, entries.map(({ personId, from, to }) => [personId, from / hour, to / hour])])).toEqual([
    ['day 0', [['ana', 0, 24]]],
    [
      'day 1',
      [
        ['ana', 24, 33],
        ['bo', 33, 48],
      ],
    ],
    ['day 2', [['bo', 48, 60]]],
  ]);
});

it('says it once of whoever goes on by another rotation, and again by an override', () => {
  const goesOn = [piece('bo', 0, 9), piece('bo', 9, 12), { ...piece('bo', 12, 24), by: 'override' }];
  const [first] = agendaOf(goesOn, [day(0)]);
  expect(first!.entries.map(({ from, to }) => [from / hour, to / hour])).toEqual([
    [0, 12],
    [12, 24],
  ]);
});
