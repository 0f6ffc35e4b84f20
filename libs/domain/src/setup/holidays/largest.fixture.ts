import type { Fact } from '@tocsin/contracts/catalogue.js';
import * as holidayLimits from '@tocsin/contracts/holidays/limits.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import { peopleWorld } from '@tocsin/testing/largest/small-world.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { longName, many, nth } from '@tocsin/testing/largest/large-world.js';

const holidays = (n: number) => ({
  calendarId: nth('4d', n),
  name: longName(n),
  days: many(holidayLimits.holidaysPerCalendar, (at) => ({
    uid: `${at}`.padEnd(scheduleLimits.calendarUidCharacters, '漢'),
    date: `2027-01-${`${(at % 28) + 1}`.padStart(2, '0')}`,
    name: longName(at),
  })),
});
export const holidaysOf = (n: number): Fact => ({ type: 'HolidayCalendarImported', data: holidays(n) });

export const largest: LargestCases = {
  ImportHolidayCalendar: () => ({ large: peopleWorld().has('holidays', holidaysOf(0)), data: holidays(1) }),
  RemoveHolidayCalendar: () => ({ large: peopleWorld().has('holidays', holidaysOf(0)), data: { calendarId: nth('4d', 0) } }),
};
