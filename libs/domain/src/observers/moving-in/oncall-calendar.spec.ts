import { millisOf } from './foreign-zones.js';
import { calendarStretches } from './oncall-calendar.js';

const people = new Map([['ana', 'u1']]);
const span = { from: millisOf('2026-11-02T00:00:00Z'), to: millisOf('2026-11-30T00:00:00Z') };

/** When Ana is on call by a calendar of one event, in the four weeks. */
const shifts = (...lines: readonly string[]): readonly string[] =>
  calendarStretches(['BEGIN:VEVENT', 'SUMMARY:ana', ...lines, 'END:VEVENT'].join('\r\n'), people, span)
    .filter(({ from, to }) => to > span.from && from < span.to)
    .map(({ from, to }) => `${new Date(from).toISOString().slice(5, 16)} ${new Date(to).toISOString().slice(5, 16)}`);

const inBerlin = ['DTSTART;TZID=Europe/Berlin:20261102T090000', 'DTEND;TZID=Europe/Berlin:20261102T170000'];

describe('a calendar of OnCall', () => {
  it('is on the clock of a zone that Windows names', () => {
    const times = ['DTSTART;TZID="W. Europe Standard Time":20261102T090000', 'DTEND;TZID="W. Europe Standard Time":20261102T170000'];
    expect(shifts(...times)).toEqual(['11-02T08:00 11-02T16:00']);
  });

  it('ends after so many, without those that are left out', () => {
    const left = ['EXDATE;TZID=Europe/Berlin:20261103T090000', 'EXDATE:20261105T080000Z'];
    expect(shifts(...inBerlin, 'RRULE:FREQ=DAILY;COUNT=5', ...left)).toEqual([
      '11-02T08:00 11-02T16:00',
      '11-04T08:00 11-04T16:00',
      '11-06T08:00 11-06T16:00',
    ]);
  });

  it('has a moved event where it was moved to, and reads nothing of its alarm', () => {
    const moved = ['END:VEVENT', 'BEGIN:VEVENT', 'UID:a', 'RECURRENCE-ID;TZID=Europe/Berlin:20261103T090000', 'SUMMARY:ana'];
    const times = ['DTSTART;TZID=Europe/Berlin:20261103T120000', 'DTEND;TZID=Europe/Berlin:20261103T130000'];
    const alarm = ['BEGIN:VALARM', 'SUMMARY:bo', 'DURATION:PT5M', 'END:VALARM'];
    expect(shifts('UID:a', ...inBerlin, 'RRULE:FREQ=DAILY;COUNT=2', ...alarm, ...moved, ...times)).toEqual([
      '11-02T08:00 11-02T16:00',
      '11-03T11:00 11-03T12:00',
    ]);
  });

  it('ends at an instant, which is on no clock', () => {
    expect(shifts(...inBerlin, 'RRULE:FREQ=DAILY;UNTIL=20261103T080000Z')).toEqual(['11-02T08:00 11-02T16:00', '11-03T08:00 11-03T16:00']);
  });

  it('repeats whole days', () => {
    const days = ['DTSTART;VALUE=DATE:20261102', 'DTEND;VALUE=DATE:20261103', 'RRULE:FREQ=WEEKLY;COUNT=2'];
    expect(shifts(...days)).toEqual(['11-02T00:00 11-02T23:59', '11-09T00:00 11-09T23:59']);
  });

  it.each([
    [
      'a zone that nobody knows',
      ['DTSTART;TZID=Nowhere:20261102T090000', 'DTEND;TZID=Nowhere:20261102T170000'],
      'unknown time zone “Nowhere”',
    ],
    ['a frequency that nobody knows', [...inBerlin, 'RRULE:FREQ=YEARLY'], 'unknown frequency “YEARLY”'],
    ['an interval that is none', [...inBerlin, 'RRULE:FREQ=DAILY;INTERVAL=x'], 'no number in “INTERVAL”'],
    ['a part of a rule that is not read', [...inBerlin, 'RRULE:FREQ=MONTHLY;BYSETPOS=1'], 'unknown part of a rule “BYSETPOS”'],
    ['dates beside the rule', [...inBerlin, 'RDATE:20261103T090000Z'], 'unknown line “RDATE”'],
  ])('with %s is refused by its name', (_, lines, why) => expect(() => shifts(...lines)).toThrow(why));
});
