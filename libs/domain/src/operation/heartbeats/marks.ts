import type { HeartbeatSchedule } from '@tocsin/contracts/heartbeats/noun.js';
import * as heartbeatLimits from '@tocsin/contracts/heartbeats/limits.js';
import { duration } from '@tocsin/contracts/duration.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { findLatestZone, findZone, type Zone } from '../../setup/schedules/shared/latest-zones.js';
import { newestZonesVersion } from '../../setup/schedules/shared/wall-clock.js';
import { marksOf, type Marks } from './cron.js';

const { minute } = duration;

/** A cron expression on the clock of a zone. */
interface Calendar extends Marks {
  readonly zone: Zone;
}

/** Every ping asks for the same few. */
const calendars = new Map<string, Calendar>();
const calendarsKept = 2_000;

/** Answers from the gap between two marks that it was asked for last: pings of a minute lie in the same. */
export const remembering = (marks: Marks): Marks => {
  let [from, next] = [0, 0];
  let past: number | null | undefined;
  const after = (at: number): number => {
    if (from <= at && at < next) return next;
    const found = marks.after(at);
    if (found !== next) past = undefined;
    [from, next] = [at, found];
    return next;
  };
  return {
    after,
    upTo(at) {
      after(at);
      if (past === undefined) past = marks.upTo(at);
      from = past ?? from;
      return past;
    },
  };
};

/** By an edition of the zone table. Throws for an expression that can’t be used: recorded ones were checked. */
export const calendarOf = ({ cron, zone: name }: { readonly cron: string; readonly zone: string }, zones: string): Calendar => {
  const key = `${zones} ${name} ${cron}`;
  const known = calendars.get(key);
  if (known) return known;
  const zone = findZone(zones, name) ?? findLatestZone('UTC')!;
  const calendar = { ...remembering(marksOf(cron, zone)), zone };
  if (calendars.size >= calendarsKept) calendars.clear();
  calendars.set(key, calendar);
  return calendar;
};

export const isKnownZone = (name: string): boolean => findLatestZone(name) !== undefined;

/** The next marks after an instant, by the newest zone table. */
export const nextMarks = (schedule: HeartbeatSchedule & { kind: 'cron' }, at: string, count: number): readonly string[] => {
  const calendar = calendarOf(schedule, newestZonesVersion());
  const marks: string[] = [];
  for (let mark = calendar.after(toMillis(at)); marks.length < count && mark !== Number.MAX_SAFE_INTEGER; mark = calendar.after(mark))
    marks.push(toInstant(mark));
  return marks;
};

/** Minutes of grace for a schedule that was given none. */
export const defaultGraceOf = (schedule: HeartbeatSchedule, now: string): number => {
  const { least, most, marks } = heartbeatLimits.defaultGrace;
  const within = (minutes: number): number => Math.min(Math.max(Math.floor(minutes), least), most);
  if (schedule.kind === 'interval') return within(schedule.every);
  const next = nextMarks(schedule, now, marks).map(toMillis);
  return within(Math.min(most, ...next.slice(1).map((mark, n) => (mark - next[n]!) / minute)));
};

/** Milliseconds of grace for a mark: more in the night in which its clock is changed. */
export const graceAt = ({ zone }: Calendar, grace: number, mark: number): number => {
  const { within, more } = heartbeatLimits.clockChange;
  const isNearChange = zone.changes.some(({ at }) => Math.abs(at - mark) < within);
  return grace * minute + (isNearChange ? more : 0);
};
