import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { holidaysIn } from './holidays-in.js';
import { parseCalendar } from './parse-calendar.js';
import { shiftsIn } from './shifts-in.js';

const person = (name: string) => {
  const [first] = name.split(' ');
  return { id: first!.toLowerCase(), name, email: `${first!.toLowerCase()}@example.org`, state: 'active', role: 'member' } as never;
};
const people = [person('Ana Adler'), person('Bo Brandt'), person('Cy Cohen')];
const now = '2027-04-20T10:00:00.000Z';
const range = { from: Date.parse('2027-04-05T00:00Z'), to: Date.parse('2028-06-01T00:00Z'), limit: 400 };
const read = (name: string, timeZone = 'Asia/Tokyo') =>
  parseCalendar({ ...range, timeZone, text: readFileSync(join(__dirname, 'cases', `${name}.ics`), 'utf8') });

/** Each shift, and each event that is left out with the reason. */
const preview = (name: string, timeZone?: string): readonly string[] => {
  const options = { calendar: 'Rota', how: 'add' as const, now, schedule: { overrides: [] }, people };
  const { events, shifts } = shiftsIn(read(name, timeZone), options);
  // what the command takes: no two of one event
  expect(new Set(shifts.map(({ uid }) => uid)).size).toBe(shifts.length);
  expect(shiftsIn(read(name, timeZone), options).shifts).toEqual(shifts);
  return events.map(({ personId, from, to, problem, detail, line }) =>
    problem === null
      ? `${personId} ${from!.slice(5, 16)} – ${to!.slice(5, 16)}`
      : [`line ${line}:`, problem, ...(detail === null ? [] : [detail])].join(' '),
  );
};
const holidays = (name: string): readonly string[] => {
  const { days } = holidaysIn(read(name));
  expect(new Set(days.map(({ uid }) => uid)).size).toBe(days.length);
  return days.map((day) => `${day.date} ${day.name}`);
};
const hours = (dates: readonly string[], from = '08:00', to = '16:00', who = 'ana') =>
  dates.map((date) => `${who} ${date}T${from} – ${date}T${to}`);

describe('a calendar as it comes', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'c01-windows-zone-names',
      'names zones as Windows does, or with a slash',
      ['ana 05-03T06:00 – 05-03T14:00', 'ana 05-04T14:00 – 05-04T22:00'],
    ],
    ['c02-zone-that-nobody-knows', 'puts nobody on call in a zone that is unknown', ['line 4: unknown_zone Customized Time Zone']],
    [
      'c03-last-day-of-a-series',
      'ends its series in UTC, without bringing its zones along',
      [...hours(['05-03', '05-04', '05-05', '05-06']), ...hours(['05-10', '05-11', '05-12'], '07:00', '12:00')],
    ],
    ['c04-exdate-in-utc', 'leaves days out by instants of other zones', hours(['05-03', '05-06'])],
    ['c05-moved-day-in-utc', 'moves a day that it names by its instant', hours(['05-03', '05-05', '05-08'])],
    [
      'c06-two-exceptions-later-edit-first',
      'has the newest change of a day, wherever it stands',
      [...hours(['05-03']), ...hours(['05-04'], '08:00', '16:00', 'bo')],
    ],
    ['c07-no-uids', 'names none of its events', hours(['05-03', '05-04'])],
    ['c08-one-uid-for-all', 'names all its events alike', hours(['05-03', '05-04'])],
    ['c10-byte-order-mark', 'begins with a byte order mark', hours(['05-03'])],
    ['c11-two-calendars-in-a-file', 'follows another in the same file', hours(['05-03', '05-04'])],
    ['c12-one-bad-value', 'has one event that can’t be read', ['line 17: unreadable EXDATE', 'ana 05-03T08:00 – 05-03T16:00']],
    ['c13-line-not-folded', 'has a line that was not folded', hours(['05-03'])],
    ['c14-days-without-value-date', 'has days that it doesn’t call days', ['ana 05-02T15:00 – 05-03T15:00']],
    ['c15-day-that-ends-on-its-day', 'has a day that ends on its own date', ['ana 05-02T15:00 – 05-03T15:00']],
    ['c17-rdate-only', 'lists dates without a rule', hours(['05-03', '05-07'])],
    ['c18-icloud-attendee', 'has the address beside a path', hours(['05-03'])],
    ['c19-declined', 'has people who declined', [...hours(['05-03'], '08:00', '16:00', 'bo'), 'line 13: declined']],
    [
      'c20-organizer',
      'has an organizer, who is on call only where listed as taking part',
      [...hours(['05-03', '05-04']), ...hours(['05-05'], '08:00', '16:00', 'cy')],
    ],
  ])('%s: %s', (name, _says, shifts) => {
    expect(preview(name)).toEqual(shifts);
  });

  it('is the same in a schedule of any zone, where it names its own', () => {
    for (const name of ['c01-windows-zone-names', 'c03-last-day-of-a-series', 'c05-moved-day-in-utc'])
      expect(preview(name, 'America/Los_Angeles')).toEqual(preview(name));
  });

  it('of holidays has each day once, whatever their UIDs, in every calendar of the file', () => {
    expect(holidays('c09-holidays-one-uid')).toEqual(['2027-05-03 Spring', '2027-08-30 Summer']);
    expect(holidays('c14-days-without-value-date')).toEqual(['2027-05-03 Ana Adler']);
    expect(holidays('c15-day-that-ends-on-its-day')).toEqual(['2027-05-03 Ana Adler']);
    expect(holidaysIn(read('c12-one-bad-value')).problems).toMatchObject([
      { line: 17, title: 'Ana Adler', problem: 'unreadable', detail: 'EXDATE' },
    ]);
  });
});
