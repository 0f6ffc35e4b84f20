import { calendarFieldsOf, calendarMillis } from '@tocsin/kernel/time.js';
import { createDayFilter } from './rule-days.js';
import { day, midnightOf, RuleProblem, second, type Rule } from './rule.js';

const hour = 3_600 * second;
/** The most times of one rule that are looked at. */
const maxTimes = 50_000;
/** One a minute. */
const maxTimesOfDay = 1_440;

interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * The times of a rule on the clock of its start, from one to another, in order; which instants these are is for the clock to say. Period by period
 * (its years, months, weeks, days or hours): of all days of a period those that the rule names, at its times. So it ends with the range also for a
 * rule that names no time at all.
 */
export function listRuleTimes(rule: Rule, start: number, range: Range): readonly number[] {
  const walls: number[] = [];
  let counted = 0;
  for (const wall of listTimes(rule, start, range)) {
    if (wall > range.to || (rule.until !== null && wall > rule.until) || counted === rule.count) break;
    counted += 1;
    if (counted > maxTimes) throw new RuleProblem('repeats_too_often');
    if (wall >= range.from) walls.push(wall);
  }
  return walls;
}

/** From the start on, or without a COUNT from shortly before the range. */
function* listTimes(rule: Rule, start: number, { from, to }: Range): Iterable<number> {
  const isOfRule = createDayFilter(rule, start);
  const timesOfDay = listTimesOfDay(rule, start);
  const skipTo = rule.count === null ? Math.max(start, from) : start;
  for (const period of listPeriods(rule, start, { from: skipTo, to })) {
    const times: number[] = [];
    for (let date = midnightOf(period.from); date < period.to; date += day)
      if (isOfRule(date)) {
        for (const time of timesOfDay) if (date + time >= period.from && date + time < period.to) times.push(date + time);
        if (times.length > maxTimes) throw new RuleProblem('repeats_too_often');
      }
    for (const time of atPositions(times, rule.positions)) if (time >= start) yield time;
  }
}

/** BYSETPOS: the first, the second, the last … of a period. */
function atPositions(times: readonly number[], positions: readonly number[] | null): readonly number[] {
  if (positions === null) return times;
  const chosen = positions.flatMap((position) => times.at(position > 0 ? position - 1 : position) ?? []);
  return [...new Set(chosen)].toSorted((one, other) => one - other);
}

/** In milliseconds since midnight; every hour has those of an hourly rule. */
function listTimesOfDay({ frequency, hours, minutes, seconds }: Rule, start: number): readonly number[] {
  const at = calendarFieldsOf(start);
  const hoursOfDay = hours ?? (frequency === 'HOURLY' ? Array.from({ length: 24 }, (_, n) => n) : [at.hour]);
  const [minutesOfHour, secondsOfMinute] = [minutes ?? [at.minute], seconds ?? [at.second]];
  if (hoursOfDay.length * minutesOfHour.length * secondsOfMinute.length > maxTimesOfDay) throw new RuleProblem('repeats_too_often');
  const times = hoursOfDay.flatMap((h) =>
    minutesOfHour.flatMap((m) => secondsOfMinute.map((s) => ((h * 60 + m) * 60 + Math.min(s, 59)) * second)),
  );
  return [...new Set(times)].toSorted((one, other) => one - other);
}

/** Every INTERVAL-th period, counted from the one of the start, that reaches into the range. */
function* listPeriods(rule: Rule, start: number, { from, to }: Range): Iterable<Range> {
  const beginningOf = periodsFrom(rule, start);
  let index = Math.max(0, Math.floor((from - start) / longest[rule.frequency] / rule.interval) - 1);
  for (; ; index += 1) {
    const period = { from: beginningOf(index * rule.interval), to: beginningOf(index * rule.interval + 1) };
    if (period.from > to) return;
    if (period.to > from) yield period;
  }
}

/** No period is longer: so many of them are surely over. */
const longest = { HOURLY: hour, DAILY: day, WEEKLY: 7 * day, MONTHLY: 31 * day, YEARLY: 366 * day } as const;

/** When the n-th period after that of the start begins. */
function periodsFrom({ frequency, weekStart }: Rule, start: number): (index: number) => number {
  const { year, month, weekday } = calendarFieldsOf(start);
  const midnight = midnightOf(start);
  const week = midnight - ((weekday - weekStart + 7) % 7) * day;
  const beginnings = {
    HOURLY: (index: number) => Math.floor(start / hour) * hour + index * hour,
    DAILY: (index: number) => midnight + index * day,
    WEEKLY: (index: number) => week + index * 7 * day,
    MONTHLY: (index: number) => calendarMillis(year, month + index, 1),
    YEARLY: (index: number) => calendarMillis(year + index, 0, 1),
  };
  return beginnings[frequency];
}
