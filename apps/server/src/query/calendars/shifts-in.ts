import type { ImportedShift } from '@tocsin/contracts/schedules/imported-shifts.js';
import type { ShiftsImportAnswer } from '@tocsin/contracts/schedules/calendar-import.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import * as calendarFeedLimits from '@tocsin/contracts/calendar-feeds/limits.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { differenceOf, mergeImported, type ImportMode } from '@tocsin/domain/setup/schedules/imported-overrides.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { keyOfEvent } from './reading/event-key.js';
import { peopleIn, type EventPeople } from './imported-people.js';
import { cutTo } from '../../ingest/parsing/text.js';
import type { CalendarEvent, CalendarRead, UnusableEvent } from './parse-calendar.js';

export interface ShiftsOptions {
  readonly calendar: string;
  readonly how: ImportMode;
  readonly now: string;
  readonly schedule: Pick<ScheduleRow, 'overrides'>;
  readonly people: Iterable<PersonRow>;
}

type ShiftsPreview = ShiftsImportAnswer['events'][number];
const titleCharacters = 120;

/** Preview of a calendar import: who is put on call, what is skipped and why, and what has changed since the last import. */
export function shiftsIn(
  { events, problems, isCut }: CalendarRead,
  { calendar, how, now, schedule, people }: ShiftsOptions,
): ShiftsImportAnswer {
  const peopleOf = peopleIn(people);
  // first, so that nobody overlooks them
  const previews: ShiftsPreview[] = problems.map(toPreview);
  const shifts: ImportedShift[] = [];
  for (const event of events) {
    const eventPeople = peopleOf(event);
    const problem = problemOf(event, eventPeople, now) ?? (shifts.length >= scheduleLimits.importedShifts ? 'too_many' : null);
    const { from, to, title, line } = event;
    const uid = keyOfEvent(event.key);
    const { personIds } = eventPeople;
    const [personId = null] = personIds.length === 1 ? personIds : [];
    previews.push({ uid, line, title: cutTo(title, titleCharacters), from, to, personId, problem, detail: null });
    if (problem === null && personId !== null) shifts.push({ uid, personId, from, to });
  }
  const after = mergeImported(schedule.overrides, { calendar, how, shifts }, { now, newId: (purpose) => purpose });
  return { events: previews, shifts, ...differenceOf(schedule.overrides, calendar, after), isCut };
}

const toPreview = ({ line, title, problem, detail, from, to }: UnusableEvent): ShiftsPreview => ({
  uid: keyOfEvent(`line ${line} ${detail}`),
  line,
  title: cutTo(title, titleCharacters),
  from,
  to,
  personId: null,
  problem,
  detail,
});

function problemOf({ from, to }: CalendarEvent, { personIds, hasDeclined }: EventPeople, now: string): ShiftsPreview['problem'] {
  if (to <= now) return 'over';
  if (from >= addMillis(now, calendarFeedLimits.feedAhead)) return 'too_far';
  if (hasDeclined) return 'declined';
  return personIds.length === 0 ? 'nobody' : personIds.length > 1 ? 'several' : null;
}
