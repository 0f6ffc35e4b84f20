import { parseCalendar } from './parse-calendar.js';

const calendar = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN', 'X-WR-CALNAME:Rota', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (uid: string, ...lines: readonly string[]): readonly string[] => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'];
const order = { timeZone: 'Europe/Berlin', from: Date.parse('2026-11-01T00:00Z'), to: Date.parse('2027-05-01T00:00Z'), limit: 100 };
const read = (...lines: readonly string[]) => parseCalendar({ ...order, text: calendar(...lines) });
const told = (...lines: readonly string[]) =>
  read(...lines).events.map(({ key, from, to }) => `${key} ${from.slice(0, 16)} – ${to.slice(0, 16)}`);

describe('a calendar that is read', () => {
  it('has its name, its times by the zone they name, and who takes part', () => {
    const shift = event(
      'a',
      'SUMMARY:Ana',
      'DTSTART;TZID=America/New_York:20261123T090000',
      'DTEND;TZID=America/New_York:20261123T170000',
      'ATTENDEE;CN=Ana:mailto:Ana@example.org',
    );
    expect(read(...shift)).toEqual({
      name: 'Rota',
      isCut: false,
      events: [
        {
          key: 'a',
          title: 'Ana',
          from: '2026-11-23T14:00:00.000Z',
          to: '2026-11-23T22:00:00.000Z',
          days: null,
          emails: ['ana@example.org'],
        },
      ],
    });
    expect(told(...event('b', 'DTSTART:20261123T080000Z', 'DTEND:20261123T090000Z'))).toEqual(['b 2026-11-23T08:00 – 2026-11-23T09:00']);
    expect(told(...event('c', 'DTSTART:20261123T090000', 'DURATION:PT8H'))).toEqual(['c 2026-11-23T08:00 – 2026-11-23T16:00']);
  });

  it('has whole days from midnight to midnight of the zone', () => {
    const [holiday] = read(...event('x', 'SUMMARY:Christmas', 'DTSTART;VALUE=DATE:20261225', 'DTEND;VALUE=DATE:20261227')).events;
    expect(holiday).toMatchObject({
      from: '2026-12-24T23:00:00.000Z',
      to: '2026-12-26T23:00:00.000Z',
      days: { first: '2026-12-25', end: '2026-12-27' },
    });
  });

  it('has each occurrence of a rule by the clock of its zone, what was moved where it is now, and nothing that was cancelled', () => {
    const weekly = event(
      'w',
      'DTSTART;TZID=Europe/Berlin:20270315T090000',
      'DTEND;TZID=Europe/Berlin:20270315T100000',
      'RRULE:FREQ=WEEKLY;COUNT=4',
      'EXDATE;TZID=Europe/Berlin:20270322T090000',
    );
    const moved = event(
      'w',
      'RECURRENCE-ID;TZID=Europe/Berlin:20270405T090000',
      'DTSTART;TZID=Europe/Berlin:20270406T120000',
      'DTEND;TZID=Europe/Berlin:20270406T130000',
    );
    const cancelled = event('z', 'STATUS:CANCELLED', 'DTSTART:20261123T080000Z', 'DTEND:20261123T090000Z');
    expect(told(...weekly, ...moved, ...cancelled)).toEqual([
      'w/2027-03-15T09:00:00 2027-03-15T08:00 – 2027-03-15T09:00',
      'w/2027-03-29T09:00:00 2027-03-29T07:00 – 2027-03-29T08:00',
      'w/2027-04-05T09:00:00 2027-04-06T10:00 – 2027-04-06T11:00',
    ]);
  });

  it('has times by the zone that Outlook names in its own way and brings along', () => {
    const westEurope = [
      'BEGIN:VTIMEZONE',
      'TZID:W. Europe Standard Time',
      'BEGIN:STANDARD',
      'DTSTART:16010101T030000',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:16010101T020000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ];
    const weekly = event(
      'o',
      'RRULE:FREQ=WEEKLY;UNTIL=20270405T070000Z;INTERVAL=1;BYDAY=MO;WKST=SU',
      'SUMMARY;LANGUAGE=en-us:Ana',
      'DTSTART;TZID=W. Europe Standard Time:20270322T090000',
      'DTEND;TZID=W. Europe Standard Time:20270322T170000',
      'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
    );
    // each at nine in Berlin, by another clock in summer
    expect(told(...westEurope, ...weekly).map((one) => one.slice(-35))).toEqual([
      '2027-03-22T08:00 – 2027-03-22T16:00',
      '2027-03-29T07:00 – 2027-03-29T15:00',
      '2027-04-05T07:00 – 2027-04-05T15:00',
    ]);
  });

  it('of 5,000 days is read as far as it is asked for', () => {
    const dayOf = (n: number) => new Date(Date.parse('2020-01-01') + n * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
    const days = Array.from({ length: 5_000 }, (_, n) => event(`d${n}`, `DTSTART;VALUE=DATE:${dayOf(n)}`, 'TRANSP:TRANSPARENT')).flat();
    const { events, isCut } = read(...days);
    expect([events.length, isCut, events[0]!.days!.first, events.at(-1)!.days!.first]).toEqual([100, true, '2026-11-01', '2027-02-08']);
  });

  it('ends, whatever rules it has', () => {
    const each = event('s', 'DTSTART:19800101T000000Z', 'DTEND:19800101T000001Z', 'RRULE:FREQ=SECONDLY');
    expect(read(...each)).toMatchObject({ events: [], isCut: true });
    const { events, isCut } = parseCalendar({
      ...order,
      limit: 2,
      text: calendar(...event('d', 'DTSTART:20261101T080000Z', 'DTEND:20261101T090000Z', 'RRULE:FREQ=DAILY')),
    });
    expect([events.length, isCut]).toEqual([2, true]);
  });

  it('is refused where it is none', () => {
    expect(() => parseCalendar({ ...order, text: 'Hello' })).toThrow();
    expect(() => parseCalendar({ ...order, text: 'BEGIN:VCARD\r\nEND:VCARD' })).toThrow();
  });
});
