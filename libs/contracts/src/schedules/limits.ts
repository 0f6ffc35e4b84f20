import { duration } from '../duration.js';

const { second, hour, day } = duration;

export const participantsPerRotation = 50;
/** Overrides of a schedule that are not over. */
export const overridesAhead = 500;
/** Overrides in one command. */
export const overridesTogether = 50;
/** Open cover requests of a schedule. */
export const coversOpen = 50;
/** Answered cover requests that a schedule still shows. */
export const coversAnsweredKept = 20;
/** People asked by name. */
export const coverOfferedTo = 20;
/** The longest cover request. */
export const coverLength = 62 * day;
/** How far ahead a cover request may end. */
export const coverAhead = 366 * day;
/** Reminders of an open cover request, before its start. */
export const coverReminders = [28 * day, 14 * day, 7 * day, 3 * day, 24 * hour, 12 * hour] as const;
/** Temporary schedules that are not over. */
export const temporaryAhead = 20;
/** Planned changes of a schedule. */
export const plannedVersions = 10;
/** How far ahead the next handoff is computed. */
export const handoffHorizon = 60 * day;
/** How far beyond a range the end of a shift is computed. */
export const shiftEndSearch = 366 * day;
/** Handoffs recorded by one append after downtime. */
export const handoffsTogether = 200;
/** How far ahead balance and gaps are computed. */
export const qualityHorizon = 364 * day;
/** The part of them that is computed without a pause. */
export const qualityPart = 1 * day;
export const gapsListed = 10;
/**
 * A person is overloaded with this multiple of the average of the others, if the difference is large enough; the number of names in
 * the finding.
 */
export const overload = { factor: 1.25, least: 1 * day, named: 10 } as const;
/** Handoffs that are compared when another edition of the time zone data is taken. */
export const handoffsCompared = 200;
/** Moved handoffs that are listed. */
export const movedListed = 50;
/** The largest move of a handoff that is recognised. */
export const clockMovesAtMost = 26 * hour;
/** The largest imported calendar. */
export const calendarCharacters = 900 * 1_024;
export const calendarReading = 10 * second;
/** Shifts of one imported calendar. */
export const importedShifts = 200;
/** Longer names of imported events are hashed. */
export const calendarUidCharacters = 100;
export const layersPerSchedule = 10;
export const restrictionsPerLayer = 30;
export const overrideReasonCharacters = 200;
export const coverNoteCharacters = 200;
export const temporaryShifts = 100;
/** The longest range of a schedule in one answer. */
export const scheduleRange = 62 * day;
/** The longest range of all schedules in one answer. */
export const timelineRange = 31 * day;
