import { Cron } from 'croner';
import { mustBothDaysMatch } from '@tocsin/contracts/heartbeats/cron-fields.js';
import type { Zone } from '../../setup/schedules/shared/latest-zones.js';
import { toInstant } from '@tocsin/kernel/time.js';

const minute = 60_000;
/** No clock was ever set back by more. */
const longestSetBack = 24 * 60 * minute;

/** Moments at which a job is expected, as instants in milliseconds. Those that fall on the same instant are one. */
export interface Marks {
  /** The first mark after an instant. */
  after(at: number): number;
  /** The last mark at or before an instant; null: none is known. */
  upTo(at: number): number | null;
}

/** The library sees wall-clock times as if they were UTC: which instants they are is ours to say. */
const parse = (cron: string): Cron => new Cron(cron, { timezone: 'UTC', paused: true, domAndDow: mustBothDaysMatch(cron) });

const words = /^@(?:hourly|daily|midnight|weekly|monthly|yearly|annually)$/i;

/** What else people paste, and what to type instead. */
const known: readonly (readonly [RegExp, string])[] = [
  [/^@reboot/i, 'a reboot has no time: use an interval'],
  [/^(?:CRON_TZ|TZ)=/i, 'the zone is a field of its own'],
  [/\bH\b/, 'Jenkins’ H stands for any number: type the number that Jenkins shows'],
  [/\?/, 'Quartz’ ? is a * here'],
];

/** Null: it can be used. */
export const cronProblemOf = (cron: string): string | null => {
  const foreign = known.find(([pattern]) => pattern.test(cron));
  if (foreign) return foreign[1];
  if (!words.test(cron) && cron.trim().split(/\s+/).length !== 5) return 'it has not five fields';
  try {
    return parse(cron).nextRun('2000-01-01T00:00:00') === null ? 'it never comes' : null;
  } catch (error) {
    return (error as Error).message.replace(/^CronPattern: /, '');
  }
};

const wallOf = (millis: number): string => toInstant(millis).slice(0, 19);
const wholeMinute = (at: number): number => Math.floor(at / minute) * minute;

/**
 * Marks on a zone’s clock. A skipped one comes at the first instant after, a repeated one the first time. Throws for an expression that can’t be used.
 */
export const marksOf = (cron: string, zone: Zone): Marks => {
  const parsed = parse(cron);
  const next = (wall: number): number => parsed.nextRun(wallOf(wall))?.getTime() ?? Number.MAX_SAFE_INTEGER;
  const previous = (wall: number): number | undefined => parsed.previousRuns(1, wallOf(wall + minute))[0]?.getTime();
  /** Where the clock was set back shortly before, it had shown later times than it does now. */
  const latestWall = (at: number): number =>
    zone.changes.reduce(
      (wall, { at: changed, before, offset }) =>
        changed <= at && at < changed + longestSetBack && offset < before ? Math.max(wall, changed + before - 1) : wall,
      zone.wallAt(at),
    );
  return {
    after(at) {
      for (let wall = next(wholeMinute(zone.wallAt(at))); ; wall = next(wall)) {
        if (wall === Number.MAX_SAFE_INTEGER) return wall;
        const mark = zone.firstAt(wall);
        if (mark > at) return mark;
      }
    },
    upTo(at) {
      for (let wall = previous(wholeMinute(latestWall(at))); wall !== undefined; wall = previous(wall - minute)) {
        const mark = zone.firstAt(wall);
        if (mark <= at) return mark;
      }
      return null;
    },
  };
};
