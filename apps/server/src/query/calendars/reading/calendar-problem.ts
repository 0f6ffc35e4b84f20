import type { EventProblem } from '@tocsin/contracts/schedules/calendar-import.js';

/** Why an event of a calendar can’t be used. `detail`: the property or the zone that is at fault; `line`: that of the property. */
export class CalendarProblem extends Error {
  constructor(
    readonly code: EventProblem,
    readonly detail: string | null = null,
    readonly line?: number,
  ) {
    super(code);
  }
}
