import { parseCalendar } from './parse-calendar.js';

const calendar = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN', 'X-WR-CALNAME:Rota', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (uid: string, ...lines: readonly string[]): readonly string[] => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'];
const order = { timeZone: 'Europe/Berlin', from: Date.parse('2026-11-01T00:00Z'), to: Date.parse('2027-05-01T00:00Z'), limit: 100 };
const read = (...lines: readonly string[]) => parseCalendar({ ...order, text: calendar(...lines) });
const parseLines = (...lines: readonly string[]) =>
  read(...lines).events.map(({ key, from, to }) => `${key} ${from.slice(0, 16)} – ${to.slice(0, 16)}`);

/** In the format of `Settings › Export calendar`: folded lines, escaped commas, a reminder, and a cancelled event. */
const googleExport = [
  'BEGIN:VCALENDAR',
  'PRODID:-//Google Inc//Google Calendar 70.9054//EN',
  'VERSION:2.0',
  'CALSCALE:GREGORIAN',
  'METHOD:PUBLISH',
  'X-WR-CALNAME:Payments on-call',
  'X-WR-TIMEZONE:Europe/Berlin',
  'X-WR-CALDESC:Who is on call\\, week by week',
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'X-LIC-LOCATION:Europe/Berlin',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'TZNAME:GMT+2',
  'DTSTART:19700329T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'TZNAME:GMT+1',
  'DTSTART:19701025T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
  'BEGIN:VEVENT',
  'DTSTART;TZID=Europe/Berlin:20270315T090000',
  'DTEND;TZID=Europe/Berlin:20270322T090000',
  'RRULE:FREQ=WEEKLY;WKST=MO;UNTIL=20270411T215959Z;BYDAY=MO',
  'EXDATE;TZID=Europe/Berlin:20270322T090000',
  'DTSTAMP:20261120T101112Z',
  'ORGANIZER;CN=Payments on-call:mailto:c_rota@group.calendar.google.com',
  'UID:6kq3ic1j60r3ab9k68r3cb9k6gq3ibb@google.com',
  'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=Bo Lin',
  ' dqvist;X-NUM-GUESTS=0:mailto:bo@example.org',
  'CREATED:20261001T080000Z',
  'LAST-MODIFIED:20261119T140000Z',
  'SEQUENCE:3',
  'STATUS:CONFIRMED',
  'SUMMARY:Bo Lindqvist',
  'TRANSP:OPAQUE',
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  'DESCRIPTION:This is an event reminder',
  'TRIGGER:-P0DT0H30M0S',
  'END:VALARM',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'DTSTART;TZID=Europe/Berlin:20270406T090000',
  'DTEND;TZID=Europe/Berlin:20270412T090000',
  'DTSTAMP:20261120T101112Z',
  'ORGANIZER;CN=Payments on-call:mailto:c_rota@group.calendar.google.com',
  'UID:6kq3ic1j60r3ab9k68r3cb9k6gq3ibb@google.com',
  'RECURRENCE-ID;TZID=Europe/Berlin:20270405T090000',
  'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;CN=An',
  ' a Lima;X-NUM-GUESTS=0:mailto:Ana@example.org',
  'SEQUENCE:4',
  'STATUS:CONFIRMED',
  'SUMMARY:Ana Lima',
  'TRANSP:OPAQUE',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'DTSTART;VALUE=DATE:20270501',
  'DTEND;VALUE=DATE:20270502',
  'DTSTAMP:20261120T101112Z',
  'UID:20270501_60o30dr1cgo30e1g60o30dr56g@google.com',
  'CLASS:PUBLIC',
  'DESCRIPTION:Public holiday',
  'SEQUENCE:0',
  'STATUS:CONFIRMED',
  'SUMMARY:Feiertag: Ana on call',
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'DTSTART:20270320T080000Z',
  'DTEND:20270320T090000Z',
  'DTSTAMP:20261120T101112Z',
  'UID:70o30c9g60o30c1g60o30c1g60@google.com',
  'STATUS:CANCELLED',
  'SUMMARY:Cleo',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

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
      problems: [],
      events: [
        {
          key: 'a',
          title: 'Ana',
          from: '2026-11-23T14:00:00.000Z',
          to: '2026-11-23T22:00:00.000Z',
          days: null,
          attendees: [{ email: 'ana@example.org', hasDeclined: false }],
          line: 5,
        },
      ],
    });
    expect(parseLines(...event('b', 'DTSTART:20261123T080000Z', 'DTEND:20261123T090000Z'))).toEqual([
      'b 2026-11-23T08:00 – 2026-11-23T09:00',
    ]);
    expect(parseLines(...event('c', 'DTSTART:20261123T090000', 'DURATION:PT8H'))).toEqual(['c 2026-11-23T08:00 – 2026-11-23T16:00']);
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
    const movedEvent = event(
      'w',
      'RECURRENCE-ID;TZID=Europe/Berlin:20270405T090000',
      'DTSTART;TZID=Europe/Berlin:20270406T120000',
      'DTEND;TZID=Europe/Berlin:20270406T130000',
    );
    const cancelled = event('z', 'STATUS:CANCELLED', 'DTSTART:20261123T080000Z', 'DTEND:20261123T090000Z');
    expect(parseLines(...weekly, ...movedEvent, ...cancelled)).toEqual([
      'w/2027-03-15T09:00:00 2027-03-15T08:00 – 2027-03-15T09:00',
      'w/2027-03-29T09:00:00 2027-03-29T07:00 – 2027-03-29T08:00',
      'w/2027-04-05T09:00:00 2027-04-06T10:00 – 2027-04-06T11:00',
    ]);
  });

  it.each(['W. Europe Standard Time', 'Customized Time Zone'])('has times by the zone that Outlook calls %s and brings along', (zone) => {
    const westEurope = [
      'BEGIN:VTIMEZONE',
      `TZID:${zone}`,
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
      `DTSTART;TZID=${zone}:20270322T090000`,
      `DTEND;TZID=${zone}:20270322T170000`,
      'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
    );
    // each at nine in Berlin, at another UTC time in summer
    expect(parseLines(...westEurope, ...weekly).map((one) => one.slice(-35))).toEqual([
      '2027-03-22T08:00 – 2027-03-22T16:00',
      '2027-03-29T07:00 – 2027-03-29T15:00',
      '2027-04-05T07:00 – 2027-04-05T15:00',
    ]);
  });

  it('is read as Google Calendar exports it: the zone brought along, whole days, a rule with an exception and a moved occurrence', () => {
    const { name, events } = parseCalendar({ ...order, timeZone: 'UTC', text: googleExport });
    expect(name).toBe('Payments on-call');
    expect(events.map(({ title, from, to, days }) => [title, from.slice(0, 16), to.slice(0, 16), days?.first ?? null])).toEqual([
      ['Bo Lindqvist', '2027-03-15T08:00', '2027-03-22T08:00', null],
      // the 22nd was deleted; the 29th is an hour earlier in UTC, because the clocks went forward on the 28th
      ['Bo Lindqvist', '2027-03-29T07:00', '2027-04-05T07:00', null],
      // moved from the 5th of April to the 6th, and given to another person
      ['Ana Lima', '2027-04-06T07:00', '2027-04-12T07:00', null],
      // an all-day event, in the zone of the calendar
      ['Feiertag: Ana on call', '2027-04-30T22:00', '2027-05-01T22:00', '2027-05-01'],
    ]);
    // the organizer takes no part
    expect(events.map(({ attendees }) => attendees.map(({ email }) => email).join())).toEqual([
      'bo@example.org',
      'bo@example.org',
      'ana@example.org',
      '',
    ]);
    expect(new Set(events.map(({ key }) => key)).size).toBe(4);
  });

  it('of 5,000 days is read as far as it is asked for', () => {
    const dayOf = (n: number) => new Date(Date.parse('2020-01-01') + n * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
    const days = Array.from({ length: 5_000 }, (_, n) => event(`d${n}`, `DTSTART;VALUE=DATE:${dayOf(n)}`, 'TRANSP:TRANSPARENT')).flat();
    const { events, isCut } = read(...days);
    expect([events.length, isCut, events[0]!.days!.first, events.at(-1)!.days!.first]).toEqual([100, true, '2026-11-01', '2027-02-08']);
  });

  it('ends, whatever rules it has', () => {
    const each = event('s', 'DTSTART:19800101T000000Z', 'DTEND:19800101T000001Z', 'RRULE:FREQ=SECONDLY');
    expect(read(...each)).toMatchObject({ events: [], problems: [{ problem: 'repeats_too_often', detail: 'RRULE' }] });
    const { events, isCut } = parseCalendar({
      ...order,
      limit: 2,
      text: calendar(...event('d', 'DTSTART:20261101T080000Z', 'DTEND:20261101T090000Z', 'RRULE:FREQ=DAILY')),
    });
    expect([events.length, isCut]).toEqual([2, true]);
  });

  it('leaves out what a month lacks, and has a skipped time by the offset before the gap', () => {
    const starts = (...lines: readonly string[]) => {
      const wide = { ...order, from: Date.parse('2024-01-01T00:00Z'), to: Date.parse('2033-01-01T00:00Z') };
      return parseCalendar({ ...wide, text: calendar(...event('r', ...lines)) }).events.map(({ from }) => from.slice(0, 16));
    };
    const at = (start: string, rule: string) => [`DTSTART;TZID=Europe/Berlin:${start}`, 'DURATION:PT1H', `RRULE:${rule}`];
    expect(starts(...at('20240229T090000', 'FREQ=YEARLY;COUNT=3'))).toEqual(['2024-02-29T08:00', '2028-02-29T08:00', '2032-02-29T08:00']);
    expect(starts(...at('20270130T090000', 'FREQ=MONTHLY;COUNT=3'))).toEqual(['2027-01-30T08:00', '2027-03-30T07:00', '2027-04-30T07:00']);
    expect(starts(...at('20270131T090000', 'FREQ=MONTHLY;COUNT=3'))).toEqual(['2027-01-31T08:00', '2027-03-31T07:00', '2027-05-31T07:00']);
    // half past two is skipped on the 28th, and comes twice in October
    expect(starts(...at('20270327T023000', 'FREQ=DAILY;COUNT=3'))).toEqual(['2027-03-27T01:30', '2027-03-28T01:30', '2027-03-29T00:30']);
    expect(starts(...at('20271030T023000', 'FREQ=DAILY;COUNT=3'))).toEqual(['2027-10-30T00:30', '2027-10-31T00:30', '2027-11-01T01:30']);
  });

  it('has dates with periods, more than one rule, and rules of what is left out', () => {
    const periods = event(
      'p',
      'DTSTART:20270301T080000Z',
      'DTEND:20270301T090000Z',
      'RDATE;VALUE=PERIOD:20270302T080000Z/20270302T120000Z,20270303T080000Z/PT2H',
    );
    expect(parseLines(...periods)).toEqual([
      'p/2027-03-01T08:00:00Z 2027-03-01T08:00 – 2027-03-01T09:00',
      'p/2027-03-02T08:00:00Z 2027-03-02T08:00 – 2027-03-02T12:00',
      'p/2027-03-03T08:00:00Z 2027-03-03T08:00 – 2027-03-03T10:00',
    ]);
    const rules = event(
      'q',
      'DTSTART:20270301T080000Z',
      'DTEND:20270301T090000Z',
      'RRULE:FREQ=DAILY;COUNT=4',
      'RRULE:FREQ=WEEKLY;COUNT=2',
      'EXRULE:FREQ=DAILY;INTERVAL=2;COUNT=2',
      'EXDATE;VALUE=DATE:20270302',
    );
    expect(parseLines(...rules).map((line) => line.slice(-35, -19))).toEqual(['2027-03-04T08:00', '2027-03-08T08:00']);
  });

  it('has changes that go on, changes of what is not in the series, and nothing of what is cancelled', () => {
    const weekly = ['DTSTART;TZID=Europe/Berlin:20270301T090000', 'DTEND;TZID=Europe/Berlin:20270301T100000', 'RRULE:FREQ=WEEKLY;COUNT=4'];
    const changed = (recurrence: string, start: string, ...more: readonly string[]) =>
      event('w', `RECURRENCE-ID${recurrence}`, `DTSTART:${start}Z`, 'DURATION:PT2H', ...more);
    const walls = (...lines: readonly string[]) => parseLines(...lines).map((line) => line.slice(-35));
    expect(walls(...event('w', ...weekly), ...changed(';RANGE=THISANDFUTURE:20270315T080000Z', '20270316T100000'))).toEqual([
      '2027-03-01T08:00 – 2027-03-01T09:00',
      '2027-03-08T08:00 – 2027-03-08T09:00',
      '2027-03-16T10:00 – 2027-03-16T12:00',
      '2027-03-23T10:00 – 2027-03-23T12:00',
    ]);
    expect(walls(...event('w', ...weekly.slice(0, 2)), ...changed(':20270405T070000Z', '20270406T070000'))).toEqual([
      '2027-03-01T08:00 – 2027-03-01T09:00',
      '2027-04-06T07:00 – 2027-04-06T09:00',
    ]);
    expect(walls(...event('w', 'STATUS:CANCELLED', ...weekly), ...changed(':20270308T080000Z', '20270309T080000'))).toEqual([]);
    expect(walls('METHOD:CANCEL', ...event('w', ...weekly))).toEqual([]);
    expect(walls(...event('w', ...weekly), ...changed(':20270308T080000Z', '20270308T080000', 'STATUS:CANCELLED'))).toHaveLength(3);
  });

  it('has the newest of several versions of an event', () => {
    const version = (sequence: number, start: string) => event('v', `SEQUENCE:${sequence}`, `DTSTART:${start}`, 'DURATION:PT1H');
    expect(parseLines(...version(2, '20270302T080000Z'), ...version(1, '20270301T080000Z'))).toEqual([
      'v 2027-03-02T08:00 – 2027-03-02T09:00',
    ]);
    expect(parseLines(...version(1, '20270301T080000Z'), ...version(1, '20270301T080000Z'))).toHaveLength(1);
  });

  it('has times by zones with unique names, in any case, and by the one of the calendar', () => {
    const start = (tzid: string, ...before: readonly string[]) =>
      read(...before, ...event('z', `DTSTART${tzid}:20270301T080000`, 'DURATION:PT1H')).events.map(({ from }) => from.slice(11, 16));
    expect(start(';TZID=/freeassociation.sourceforge.net/America/New_York')).toEqual(['13:00']);
    expect(start(';TZID="europe/london"')).toEqual(['08:00']);
    expect(start(';TZID=US/Pacific')).toEqual(['16:00']);
    expect(start('', 'X-WR-TIMEZONE:Tokyo Standard Time')).toEqual(['23:00']);
    expect(start('')).toEqual(['07:00']);
  });

  it('names what is wrong with an event, and where; the others stay', () => {
    const good = event('g', 'DTSTART:20270301T080000Z', 'DTEND:20270301T090000Z');
    const wrong = (...lines: readonly string[]) => {
      const { events, problems } = read(...good, ...event('x', 'SUMMARY:Ana', ...lines));
      expect(events.map(({ key }) => key)).toEqual(['g']);
      return problems.map(({ problem, detail, line, title }) => `${title} ${problem} ${detail} ${line}`);
    };
    expect(wrong('DTSTART:20270301T080000Z', 'DTEND:20270301T070000Z')).toEqual(['Ana ends_before_start null 14']);
    expect(wrong('DTSTART;VALUE=DATE:20270302', 'DTEND;VALUE=DATE:20270301')).toEqual(['Ana ends_before_start null 14']);
    expect(wrong('DTSTART:20270301T080000Z', 'DURATION:-PT1H')).toEqual(['Ana ends_before_start null 14']);
    expect(wrong('DTSTART:20270301T080000Z')).toEqual(['Ana no_end null 10']);
    expect(wrong('DTSTART:20270231T080000Z', 'DURATION:PT1H')).toEqual(['Ana unreadable DTSTART 13']);
    expect(wrong('DURATION:PT1H')).toEqual(['Ana unreadable DTSTART 10']);
    expect(wrong('DTSTART:20270301T080000Z', 'DURATION:one hour')).toEqual(['Ana unreadable DURATION 14']);
    expect(wrong('DTSTART:20270301T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=SOMETIMES')).toEqual(['Ana unreadable RRULE 15']);
    expect(wrong('DTSTART:20270301T080000Z', 'DURATION:PT1H', 'RDATE:soon')).toEqual(['Ana unreadable RDATE 15']);
    expect(wrong('DTSTART;TZID=Mars/Base:20270301T080000', 'DURATION:PT1H')).toEqual(['Ana unknown_zone Mars/Base 10']);
    const floating = read('X-WR-TIMEZONE:Mars/Base', ...event('x', 'DTSTART:20270301T080000', 'DURATION:PT1H'));
    expect(floating).toMatchObject({ events: [], problems: [{ problem: 'unknown_zone', detail: 'Mars/Base' }] });
    // cut off in the middle of an event
    const text = calendar(...good, ...event('h', 'DTSTART:20270301T080000Z', 'DTEND:20270301T090000Z'))
      .split('\r\n')
      .slice(0, -4)
      .join('\r\n');
    expect(parseCalendar({ ...order, text })).toMatchObject({
      events: [{ key: 'g' }],
      problems: [{ problem: 'unreadable', detail: 'END:VEVENT' }],
    });
  });

  it('has no part of an event’s reminders, and names as they are, not as they are written', () => {
    const reminder = ['BEGIN:VALARM', 'DTSTART:19990101T000000Z', 'SUMMARY:Bo', 'ATTENDEE:mailto:bo@example.org', 'END:VALARM'];
    const title = String.raw`SUMMARY:Ana\, Payments\; "EU" \\ x`;
    const { events } = read(...event('a', ...reminder, title, 'DTSTART:20270301T080000Z', 'DURATION:PT1H'));
    expect(events).toMatchObject([{ from: '2027-03-01T08:00:00.000Z', title: String.raw`Ana, Payments; "EU" \ x`, attendees: [] }]);
    expect(parseCalendar({ ...order, text: calendar().replace('Rota', String.raw`Night\, EU`) }).name).toBe('Night, EU');
  });

  it('is refused where it is none', () => {
    expect(() => parseCalendar({ ...order, text: 'Hello' })).toThrow();
    expect(() => parseCalendar({ ...order, text: 'BEGIN:VCARD\r\nEND:VCARD' })).toThrow();
  });
});
