import { ids } from '../../data/words/names.fixture.js';
import { readOverride } from './typed-override.js';

// a Wednesday, 16:30 in Berlin
const now = Date.parse('2026-11-25T15:30:00Z');
const people = [
  { id: ids.ana, name: 'Ana Lima' },
  { id: ids.bo, name: 'Bo' },
  { id: ids.carla, name: 'Boris Carla' },
];
const read = (line: string, zone = 'Europe/Berlin') => readOverride(line, { now, zone, people });
const times = (line: string, zone?: string) => {
  const { from, to } = read(line, zone);
  return [from, to].map((at) => at !== null && new Date(at).toISOString().slice(0, 16));
};

it.each([
  ['sat 9-17 bo', '2026-11-28T08:00', '2026-11-28T16:00'],
  ['wed 18-20', '2026-11-25T17:00', '2026-11-25T19:00'],
  ['tomorrow 22-6 bo', '2026-11-26T21:00', '2026-11-27T05:00'],
  ['fri 18 - mon 9 ana', '2026-11-27T17:00', '2026-11-30T08:00'],
  ['fri 18:30–sat 9', '2026-11-27T17:30', '2026-11-28T08:00'],
  ['mon 9 - mon 9 bo', '2026-11-30T08:00', '2026-12-07T08:00'],
  ['2026-12-24 9-17', '2026-12-24T08:00', '2026-12-24T16:00'],
  ['now-18 bo', '2026-11-25T15:30', '2026-11-25T17:00'],
  ['3h bo', '2026-11-25T15:30', '2026-11-25T18:30'],
  ['today 18-24', '2026-11-25T17:00', '2026-11-25T23:00'],
])('reads %s', (line, from, to) => expect(times(line)).toEqual([from, to]));

it('reads times by the clock of the zone that is shown', () =>
  expect(times('sat 9-17', 'Asia/Tokyo')).toEqual(['2026-11-28T00:00', '2026-11-28T08:00']));

it('knows that the night of a clock change is longer', () =>
  expect(readOverride('sun 0-mon 0', { now: Date.parse('2026-10-24T10:00:00Z'), zone: 'Europe/Berlin', people })).toMatchObject({
    from: Date.parse('2026-10-24T22:00:00Z'),
    to: Date.parse('2026-10-25T23:00:00Z'),
  }));

it.each([
  ['sat 9-17 ana', ids.ana],
  ['sat 9-17 lim', ids.ana],
  ['bo sat 9-17', ids.bo],
  ['sat 9-17 boris c', ids.carla],
])('finds the person in %s', (line, personId) => expect(read(line)).toMatchObject({ personId, problem: null }));

it('says whom it does not know, and who is more than one', () => {
  expect(read('sat 9-17 zoe').problem).toBe('No one named “zoe” can go on call.');
  expect(read('sat 9-17 b').problem).toBe('“b” is more than one person.');
});

it('waits for the rest of a line that is being typed', () => {
  expect(read('')).toEqual({ from: null, to: null, personId: null, problem: null });
  expect(read('sat')).toMatchObject({ to: null, problem: null });
  expect(read('sat 9-')).toMatchObject({ from: null, to: null, problem: 'Enter a start and an end, such as “sat 9-17”.' });
});
