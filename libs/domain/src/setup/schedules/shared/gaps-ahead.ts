import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { asSchedule } from '../as-schedule.js';
import { extend } from '../quality/extend.js';
import { onCallWithin } from '../shifts/shifts.js';
import { zonesOf } from './zones-of.js';

/** Unintended gaps within a future range, by the current rules. */
export const listGapsAhead = (row: ScheduleRow, from: string, to: string): readonly { readonly from: string; readonly to: string }[] => {
  const gaps: { from: number; to: number }[] = [];
  const { segments } = onCallWithin(asSchedule(row), zonesOf(row), { from: toMillis(from), to: toMillis(to) });
  for (const { duties, isIntended, ...gap } of segments)
    if (duties.length === 0 && !isIntended) extend(gaps, { from: gap.from, to: gap.to });
  return gaps.map((gap) => ({ from: toInstant(gap.from), to: toInstant(gap.to) }));
};
