import type { HolidayFact } from '@tocsin/contracts/holidays/noun.js';
import * as holidayLimits from '@tocsin/contracts/holidays/limits.js';
import { given, foldRows } from '@tocsin/kernel/decide/given.js';
import { byAdmin, byBo, idOf, readsAfter, recordedFacts } from '../../configuration.fixture.js';
import { holidaysDecider } from './decider.js';
import { christmas, germanHolidays, germanId, germanRemoved, newYear } from './facts.fixture.js';
import { holidayCalendarsView } from './views.js';

const reads = readsAfter();
const byHer = { actor: byAdmin, reads };
const importCommand = (days: readonly object[], more: object = {}) => ({
  type: 'ImportHolidayCalendar',
  data: { calendarId: germanId, name: 'Germany', days, ...more },
});
const german = given(holidaysDecider, [germanHolidays]);

describe('a calendar of holidays', () => {
  it('is imported by an admin, its days in order', () => {
    expect(
      given(holidaysDecider)
        .when(importCommand([newYear, christmas]), byHer)
        .facts(),
    ).toEqual([germanHolidays]);
    expect(
      given(holidaysDecider)
        .when(importCommand([christmas]), { actor: byBo, reads })
        .refusal(),
    ).toBe('permission.denied');
  });

  it('imported again doubles nothing: what moved has moved, what is gone is gone', () => {
    expect(german.when(importCommand([newYear, christmas]), byHer).nothing()).toBe(true);
    const movedHoliday = { ...christmas, date: '2026-12-24' };
    const [fact] = german.when(importCommand([movedHoliday]), byHer).facts() as [HolidayFact];
    expect([...foldRows(holidayCalendarsView, recordedFacts([germanHolidays, fact])).values()]).toMatchObject([{ days: [movedHoliday] }]);
  });

  it('is refused where it says a holiday twice, or has the name of another', () => {
    expect(german.when(importCommand([christmas, christmas]), byHer).refusal()).toBe('holidays.listed_twice');
    expect(german.when(importCommand([christmas], { calendarId: idOf('4e'), name: 'germany' }), byHer).refusal()).toBe(
      'holidays.name_taken',
    );
  });

  it(`stops at ${holidayLimits.holidayCalendars}`, () => {
    const manyCalendars = Array.from({ length: holidayLimits.holidayCalendars }, (_, n): HolidayFact => ({
      ...germanHolidays,
      data: { ...germanHolidays.data, calendarId: idOf(`4${n + 100}`), name: `Region ${n}` },
    }));
    expect(
      given(holidaysDecider, manyCalendars)
        .when(importCommand([christmas]), byHer)
        .refusal(),
    ).toBe('limit.holiday_calendars');
  });

  it('goes when it is removed', () => {
    const remove = { type: 'RemoveHolidayCalendar', data: { calendarId: germanId } };
    expect(german.when(remove, byHer).facts()).toEqual([germanRemoved]);
    expect(given(holidaysDecider).when(remove, byHer).refusal()).toBe('holidays.not_found');
    expect(foldRows(holidayCalendarsView, recordedFacts([germanHolidays, germanRemoved])).size).toBe(0);
  });
});
