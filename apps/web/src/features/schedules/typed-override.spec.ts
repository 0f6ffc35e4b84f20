import { ids } from '../../data/words/names.fixture.js';
import { isUnderstood, readOverride } from './typed-override.js';

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
  ['28 mar 9-17 bo', '2027-03-28T07:00', '2027-03-28T15:00'],
  ['mar 28 9-17 bo', '2027-03-28T07:00', '2027-03-28T15:00'],
  ['28. märz 2028 9-17 bo', '2028-03-28T07:00', '2028-03-28T15:00'],
  ['28.3. 9-17', '2027-03-28T07:00', '2027-03-28T15:00'],
  ['28.11.2026 9:30-17', '2026-11-28T08:30', '2026-11-28T16:00'],
  ['25.11. 18-20', '2026-11-25T17:00', '2026-11-25T19:00'],
  ['28/3 9-17', '2027-03-28T07:00', '2027-03-28T15:00'],
  ['sat 9am-5pm bo', '2026-11-28T08:00', '2026-11-28T16:00'],
  ['sat 12am-12 pm bo', '2026-11-27T23:00', '2026-11-28T11:00'],
  ['28 nov 18 - 30 nov 9 ana', '2026-11-28T17:00', '2026-11-30T08:00'],
  ['Sat 28 Nov 18:00 – Mon 30 Nov 09:00', '2026-11-28T17:00', '2026-11-30T08:00'],
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

it('reads days and months in the order of the reader', () => {
  const typed = readOverride('3/28 9-17 bo', { now, zone: 'Europe/Berlin', people, dayFirst: false });
  expect(typed).toMatchObject({ from: Date.parse('2027-03-28T07:00:00Z'), personId: ids.bo });
});

it('finds people without their accents, and people who are called like a month', () => {
  const others = [
    { id: ids.ana, name: 'José Álvarez' },
    { id: ids.bo, name: 'Marek Novák' },
  ];
  const of = (line: string) => readOverride(line, { now, zone: 'Europe/Berlin', people: others }).personId;
  expect([of('sat 9-17 jose'), of('sat 9-17 ÁLVAREZ'), of('sat 9-17 mar'), of('28 mar 9-17 mar')]).toEqual([
    ids.ana,
    ids.ana,
    ids.bo,
    ids.bo,
  ]);
});

it.each([
  '29.2.2027 9-17 bo',
  '2026-02-30 9-17 bo',
  '28 mra 9-17 bo',
  'sat 9-17-18 bo',
  'sat 25-26 bo',
  'sat 13pm-14 bo',
  'sat bo',
  'sun 28 nov 9-17 bo',
  'next week bo',
  'sat 9-17 zoe',
])('takes nothing of %s', (line) => {
  const typed = read(line);
  expect(isUnderstood(line, typed)).toBe(false);
});

it.each(['', ' ', 'bo', 'sat 9-17', 'sat 9-17 bo', '3h bo', 'now-18 bo'])('is understood: “%s”', (line) =>
  expect(isUnderstood(line, read(line))).toBe(true),
);

it('reads times alone, where a day without a year may have begun before today', () => {
  const known = { now, zone: 'Europe/Berlin', people: null, since: Date.parse('2026-11-20T08:00:00Z') };
  expect(readOverride('Fri 20 Nov 09:00 – Mon 30 Nov 09:00', known)).toMatchObject({
    from: Date.parse('2026-11-20T08:00:00Z'),
    to: Date.parse('2026-11-30T08:00:00Z'),
    problem: null,
  });
  expect(readOverride('sat 9-17 bo', known).problem).toBe('“bo” is not a day or a time here.');
});
