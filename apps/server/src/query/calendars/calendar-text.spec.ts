import ICAL from 'ical.js';
import * as fc from 'fast-check';
import type { CalendarFeedAnswer } from '@tocsin/contracts/calendar-feeds/noun.js';
import { renderCalendar } from './calendar-text.js';

const scheduleId = '01900000-0000-7000-8000-00000000005c';
const personId = '01900000-0000-7000-8000-0000000000a1';
const edited = { at: '2026-11-20T09:00:00.000Z', times: 3 };
const options = { getEdits: () => edited, reminder: null };
const url = `https://tocsin.example.org/schedules/${scheduleId}`;

const answerOf = (shifts: readonly Pick<CalendarFeedAnswer['shifts'][number], 'uid' | 'from' | 'to' | 'title'>[]): CalendarFeedAnswer => ({
  name: 'Payments, primary; on call',
  from: '2026-11-08T00:00:00.000Z',
  to: '2027-05-22T00:00:00.000Z',
  shifts: shifts.map((shift) => ({ ...shift, personId, scheduleId, url })),
});
const one = { uid: 'a.1.b.0.0@tocsin', from: '2026-11-23T08:00:00.000Z', to: '2026-11-30T08:00:00.000Z', title: 'On call: Payments' };

/** Parsed by another library. */
const read = (text: string): ICAL.Component => new ICAL.Component(ICAL.parse(text) as unknown[]);
const eventsOf = (text: string): ICAL.Event[] =>
  read(text)
    .getAllSubcomponents('vevent')
    .map((event) => new ICAL.Event(event));
const instantOf = (time: ICAL.Time): string => time.toJSDate().toISOString();

describe('a feed as calendars read it', () => {
  it('says all that was put into it, whatever the names', () => {
    const moment = fc.integer({ min: 0, max: 4_000 }).map((half) => new Date(Date.UTC(2026, 10, 1) + half * 1_800_000).toISOString());
    const title = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
      .filter((text) => !/[\p{Cc}\p{Cs}]/u.test(text) && text === text.trim() && text !== '');
    const shift = fc.record({ from: moment, to: moment, title }).filter(({ from, to }) => from < to);
    fc.assert(
      fc.property(fc.array(shift, { maxLength: 8 }), (shifts) => {
        const shiftsWithUid = shifts.map((each, n) => ({ ...each, uid: `${n}@tocsin` }));
        const result = eventsOf(renderCalendar(answerOf(shiftsWithUid), options)).map(({ uid, startDate, endDate, summary }) => ({
          uid,
          from: instantOf(startDate),
          to: instantOf(endDate),
          title: summary,
        }));
        expect(result).toEqual(shiftsWithUid.map(({ uid, from, to, title: titleText }) => ({ uid, from, to, title: titleText })));
      }),
      { numRuns: 60, seed: 3 },
    );
  });

  it('carries its name, a link to the schedule, and when the schedule was edited last', () => {
    const text = renderCalendar(answerOf([one]), options);
    // a property that the library doesn’t know is read as it is written
    expect(read(text).getFirstPropertyValue('x-wr-calname')).toBe(String.raw`Payments\, primary\; on call`);
    const [event] = eventsOf(text);
    expect(event!.component.getFirstPropertyValue('url')).toBe(url);
    expect(event!.component.getFirstPropertyValue('dtstamp')!.toString()).toBe('2026-11-20T09:00:00Z');
    const [laterEvent] = eventsOf(renderCalendar(answerOf([one]), { ...options, getEdits: () => ({ ...edited, times: 4 }) }));
    expect(laterEvent!.sequence).toBe(event!.sequence + 1);
    // the same text again, so programs see that nothing has changed
    expect(renderCalendar(answerOf([one]), options)).toBe(text);
  });

  it('blocks nobody’s time: a week on call is not a week of busy', () => {
    const free = eventsOf(renderCalendar(answerOf([one, { ...one, uid: 'other' }]), options)).map(({ component }) => [
      component.getFirstPropertyValue('transp'),
      component.getFirstPropertyValue('x-microsoft-cdo-busystatus'),
    ]);
    expect(free).toEqual([
      ['TRANSPARENT', 'FREE'],
      ['TRANSPARENT', 'FREE'],
    ]);
  });

  it('has every text escaped, whatever the names: no value ends early, and none makes a line of its own', () => {
    const name = String.raw`Night, payments; EU \n "x": y` + '\nBEGIN:VEVENT';
    const text = renderCalendar({ ...answerOf([{ ...one, title: name }]), name }, { ...options, reminder: 60 });
    const lines = text.replaceAll(/\r\n[ \t]/g, '').split('\r\n');
    const escaped = String.raw`Night\, payments\; EU \\n "x": y\nBEGIN:VEVENT`;
    for (const property of ['NAME', 'X-WR-CALNAME', 'SUMMARY', 'DESCRIPTION']) expect(lines).toContain(`${property}:${escaped}`);
    expect(lines.filter((line) => line.startsWith('BEGIN:VEVENT'))).toHaveLength(1);
  });

  it('has a component where it has no shifts, as the standard asks', () => {
    const empty = read(renderCalendar(answerOf([]), options));
    expect(empty.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone']);
    expect(
      read(renderCalendar(answerOf([one]), options))
        .getAllSubcomponents()
        .map(({ name }) => name),
    ).toEqual(['vevent']);
  });

  it('reminds as long before a shift as its person says, or not at all', () => {
    const alarms = (reminder: number | null) =>
      eventsOf(renderCalendar(answerOf([one]), { ...options, reminder })).flatMap(({ component }) =>
        component.getAllSubcomponents('valarm'),
      );
    expect(alarms(null)).toEqual([]);
    expect(alarms(60).map((alarm) => String(alarm.getFirstPropertyValue('trigger')))).toEqual(['-PT1H']);
  });
});
