import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { GapAhead } from '@tocsin/contracts/schedules/quality.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { addMillis, toInstant, toMillis } from '@tocsin/kernel/time.js';
import { asSchedule } from '../as-schedule.js';
import { zonesOf } from '../shared/zones-of.js';
import { onCallWithin } from '../shifts/shifts.js';
import { extend } from './extend.js';
import { partsOf } from './parts.js';

/** The next weeks of a schedule. */
export interface ScheduleOutlook {
  /** Unintended gaps: no one is on call, and no one chose that. */
  readonly gaps: readonly GapAhead[];
  readonly firstOnCall: ReadonlyMap<string, string>;
}

/** Computes the weeks ahead by the current rules, in parts of bounded size. */
export function outlookOf(row: ScheduleRow, now: string): ScheduleOutlook {
  const [schedule, zoneOf] = [asSchedule(row), zonesOf(row)];
  const gaps: { from: number; to: number }[] = [];
  const firstOnCall = new Map<string, string>();
  for (const part of partsOf(
    { from: toMillis(now), to: toMillis(addMillis(now, peopleLimits.aheadHorizon)) },
    scheduleLimits.qualityPart,
  )) {
    for (const { from, to, duties, isIntended } of onCallWithin(schedule, zoneOf, part).segments) {
      for (const { person } of duties) if (!firstOnCall.has(person)) firstOnCall.set(person, toInstant(from));
      if (duties.length === 0 && !isIntended) extend(gaps, { from, to });
    }
  }
  return { gaps: gaps.map(({ from, to }) => ({ from: toInstant(from), to: toInstant(to) })), firstOnCall };
}
