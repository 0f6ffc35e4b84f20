import { findZone } from '@tocsin/domain/setup/schedules/shared/zone-of-tzid.js';
import { CalendarProblem } from './calendar-problem.js';
import { clockOf as clockOfZone, clockOfDefinition, type Clock } from './clocks.js';
import { findLine, readText, type CalendarComponent } from './content-lines.js';
import { readEntry, type CalendarEntry } from './entry.js';
import { instantOf, type ClockOf } from './moments.js';

/** An event that can’t be used, and why. `from`, `to`: in milliseconds, where they are known. */
export interface UnusableEntry {
  readonly line: number;
  readonly title: string;
  readonly problem: CalendarProblem;
  readonly from: number | null;
  readonly to: number | null;
}

/** All events of a calendar; `zone`: of times without one, unless the calendar names its own. */
export function readEntries(calendar: CalendarComponent, zone: Clock): readonly (CalendarEntry | UnusableEntry)[] {
  const clockOf = createClockOf(calendar, zone);
  // a message that cancels what it lists
  const isCancelled = findLine(calendar, 'METHOD')?.value.trim().toUpperCase() === 'CANCEL';
  return calendar.components
    .filter(({ name }) => name === 'VEVENT')
    .map((component) => {
      try {
        const entry = readEntry(component, clockOf);
        return isCancelled ? { ...entry, isCancelled } : entry;
      } catch (error) {
        if (!(error instanceof CalendarProblem)) throw error;
        return { ...aboutUnusable(component, zone), problem: error };
      }
    });
}

export const isUsable = (entry: CalendarEntry | UnusableEntry): entry is CalendarEntry => !('problem' in entry);

/** Its times as they would be without a zone, so that the preview can show them and leave out what is long over. */
function aboutUnusable(component: CalendarComponent, zone: Clock): Omit<UnusableEntry, 'problem'> {
  const title = findLine(component, 'SUMMARY');
  const about = { line: component.line, title: title ? readText(title) : '' };
  const bounds = { ...component, lines: component.lines.filter(({ name }) => ['DTSTART', 'DTEND', 'DURATION'].includes(name)) };
  const isSingle = component.lines.every(({ name }) => !['RRULE', 'RDATE'].includes(name));
  try {
    const { start, length } = readEntry(bounds, () => zone);
    const from = instantOf(start);
    return { ...about, from, to: isSingle ? start.clock.instantOf(start.wall + length) : null };
  } catch {
    return { ...about, from: null, to: null };
  }
}

/** Zones by our own table where it has them, else as the calendar defines them. One clock for each name: times on the same one are compared. */
function createClockOf(calendar: CalendarComponent, zone: Clock): ClockOf {
  const clocks = new Map<string, Clock | null>();
  const definitions = calendar.components.filter(({ name }) => name === 'VTIMEZONE');
  const find = (tzid: string): Clock | null => {
    const known = findZone(tzid);
    if (known) return clockOfZone(known);
    const definition = definitions.find((one) => findLine(one, 'TZID')?.value.trim() === tzid);
    return definition ? clockOfDefinition(definition) : null;
  };
  const ownZone = findLine(calendar, 'X-WR-TIMEZONE')?.value.trim();
  return (given) => {
    const tzid = given?.trim() || ownZone;
    if (!tzid) return zone;
    if (!clocks.has(tzid)) clocks.set(tzid, find(tzid));
    const clock = clocks.get(tzid);
    if (!clock) throw new CalendarProblem('unknown_zone', tzid);
    return clock;
  };
}
