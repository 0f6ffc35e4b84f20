import type { ImportedShift } from '@tocsin/contracts/imported-shifts.js';
import type { ShiftsImportAnswer } from '@tocsin/contracts/calendar-import.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { PersonRow } from '@tocsin/contracts/people.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules.js';
import { differenceOf, mergeImported, type ImportMode } from '@tocsin/domain/schedules/imported-overrides.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { keyOfEvent } from './calendar-reading.js';
import { peopleIn } from './imported-people.js';
import { cutTo } from '../../ingest/parsing/text.js';
import type { CalendarEvent, CalendarRead } from './parse-calendar.js';

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
export function shiftsIn({ events, isCut }: CalendarRead, { calendar, how, now, schedule, people }: ShiftsOptions): ShiftsImportAnswer {
  const peopleOf = peopleIn(people);
  const previews: ShiftsPreview[] = [];
  const shifts: ImportedShift[] = [];
  for (const event of events) {
    const personIds = peopleOf(event);
    const problem = problemOf(event, personIds, now) ?? (shifts.length >= limits.importedShifts ? 'too_many' : null);
    const { from, to, title } = event;
    const uid = keyOfEvent(event.key);
    const [personId = null] = personIds.length === 1 ? personIds : [];
    previews.push({ uid, title: cutTo(title, titleCharacters), from, to, personId, problem });
    if (problem === null && personId !== null) shifts.push({ uid, personId, from, to });
  }
  const after = mergeImported(schedule.overrides, { calendar, how, shifts }, { now, newId: (purpose) => purpose });
  return { events: previews, shifts, ...differenceOf(schedule.overrides, calendar, after), isCut };
}

function problemOf({ from, to }: CalendarEvent, personIds: readonly string[], now: string): ShiftsPreview['problem'] {
  if (to <= now || to <= from) return 'over';
  if (from >= addMillis(now, limits.feedAhead)) return 'too_far';
  return personIds.length === 0 ? 'nobody' : personIds.length > 1 ? 'several' : null;
}
