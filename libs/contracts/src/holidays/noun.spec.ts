import { holidaysOf } from './noun.js';

const calendars = new Map([
  ['de', { days: [{ uid: 'a', date: '2026-12-25', name: 'Weihnachten' }] }],
  ['uk', { days: [{ uid: 'b', date: '2026-12-28', name: 'Boxing Day' }] }],
]);

describe('the holidays of a person', () => {
  it('are those of the calendar that they chose, else of the organisation’s', () => {
    expect([...holidaysOf({ holidayCalendarId: 'uk' }, { holidayCalendarId: 'de' }, calendars)]).toEqual([['2026-12-28', 'Boxing Day']]);
    expect([...holidaysOf({}, { holidayCalendarId: 'de' }, calendars).keys()]).toEqual(['2026-12-25']);
    expect([...holidaysOf({ holidayCalendarId: null }, { holidayCalendarId: 'de' }, calendars).keys()]).toEqual(['2026-12-25']);
  });

  it('are none where nobody chose, and of a calendar that is gone', () => {
    expect(holidaysOf({}, {}, calendars).size).toBe(0);
    expect(holidaysOf({ holidayCalendarId: 'fr' }, undefined, calendars).size).toBe(0);
  });
});
