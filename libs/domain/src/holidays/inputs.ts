import type { HolidayFact } from '@tocsin/contracts/holidays.js';
import { sameFor, type InputsOf } from '../inputs.js';
import type { HolidayCommand } from './decider.js';

const same = sameFor<HolidayCommand>();

export const inputs: InputsOf<HolidayFact, HolidayCommand> = {
  HolidayCalendarImported: same('ImportHolidayCalendar'),
  HolidayCalendarRemoved: ({ calendarId }) => ({ type: 'RemoveHolidayCalendar', data: { calendarId } }),
};
