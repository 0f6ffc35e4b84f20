import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { DutyShown } from '@tocsin/contracts/people/duty.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { asSchedule, toDutyShown } from '../as-schedule.js';
import { zonesOf } from './zones-of.js';
import type { ScheduleRules } from '../rules-fold.js';
import { onCallAt } from '../shifts/shifts.js';
import { listChangesWithin, findNextChange } from '../shifts/next-change.js';

/** Who is on call and why, at an instant not before the last record. */
export const onCallNow = (row: ScheduleRow, at: string): readonly DutyShown[] => (row.removed ? [] : computeDutiesAt(row, at));

/** The next change of on-call people, and who is on call then. Null: none within the horizon. */
export function findNextOnCall(row: ScheduleRow, at: string): { readonly at: string; readonly people: readonly DutyShown[] } | null {
  return row.removed ? null : changeAfter(row, at);
}

export const computeDutiesAt = (rules: ScheduleRules, at: string): readonly DutyShown[] =>
  onCallAt(asSchedule(rules), zonesOf(rules), toMillis(at)).map(toDutyShown);

/** Every change of on-call people within an interval, in order, with who is on call then. */
export function* listChangesUntil(
  rules: ScheduleRules,
  from: string,
  to: string,
): Iterable<{ readonly at: string; readonly people: readonly string[] }> {
  const before = computeDutiesAt(rules, from).map(({ personId }) => personId);
  const interval = { from: toMillis(from), to: toMillis(to) };
  for (const { at, duties } of listChangesWithin(asSchedule(rules), zonesOf(rules), interval, before))
    yield { at: toInstant(at), people: duties.map(({ person }) => person) };
}

export function changeAfter(rules: ScheduleRules, at: string): { readonly at: string; readonly people: readonly DutyShown[] } | null {
  const change = findNextChange(asSchedule(rules), zonesOf(rules), toMillis(at), scheduleLimits.handoffHorizon);
  return change && { at: toInstant(change.at), people: change.duties.map(toDutyShown) };
}
