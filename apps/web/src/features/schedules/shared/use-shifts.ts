import type { DraftAnswer, DraftInput, PersonShiftsAnswer, ShiftsAnswer, TimelineAnswer } from '@tocsin/contracts/schedules/answers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../data/cache/api.js';
import { keys } from '../../../data/cache/keys.js';
import { stampOf } from './shift-stamp.js';

/** Milliseconds. */
interface TimeRange {
  readonly from: number;
  readonly to: number;
}

const rangeOf = ({ from, to }: TimeRange) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });

const readShifts = ({ id }: ScheduleRow, within: TimeRange, signal: AbortSignal): Promise<ShiftsAnswer> =>
  api<ShiftsAnswer>('GET', `/schedules/${id}/shifts?${new URLSearchParams(rangeOf(within))}`, { signal });

/** Who is on call within an interval. The previous answer is shown while loading. */
export const useShifts = (schedule: ScheduleRow, within: TimeRange, isEnabled = true) =>
  useQuery({
    queryKey: keys.shifts(schedule.id, { ...within, stamp: stampOf(schedule) }),
    queryFn: ({ signal }) => readShifts(schedule, within, signal),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });

/** A person’s shifts in all schedules within an interval, in one request. `schedules`: those that include the person. */
export const useShiftsOfPerson = (personId: string, schedules: readonly ScheduleRow[], within: TimeRange) =>
  useQuery({
    queryKey: keys.shifts('all', { personId, ...within, stamps: schedules.map((schedule) => [schedule.id, stampOf(schedule)]) }),
    queryFn: ({ signal }) =>
      api<PersonShiftsAnswer>('GET', `/on-call/shifts?${new URLSearchParams({ person: personId, ...rangeOf(within) })}`, { signal }),
    placeholderData: keepPreviousData,
  });

/** Final shifts and gaps of all schedules within an interval, in one request. */
export const useTimeline = (schedules: readonly ScheduleRow[], within: TimeRange) =>
  useQuery({
    queryKey: keys.shifts('timeline', { ...within, stamps: schedules.map((schedule) => [schedule.id, stampOf(schedule)]) }),
    queryFn: ({ signal }) => api<TimelineAnswer>('GET', `/on-call/timeline?${new URLSearchParams(rangeOf(within))}`, { signal }),
    placeholderData: keepPreviousData,
  });

/** The proposed change; absent `timeZone`, `layers` and `acts` are unchanged. */
export type DraftChange = Omit<DraftInput, 'from' | 'to'>;

/** Preview of shifts after a change; null: no request. Nothing is stored. */
export const useShiftDraft = (schedule: ScheduleRow, change: DraftChange | null, within: TimeRange) =>
  useQuery({
    queryKey: keys.shiftDraft(schedule.id, { change, ...within, stamp: stampOf(schedule) }),
    queryFn: ({ signal }) =>
      api<DraftAnswer>('POST', `/schedules/${schedule.id}/draft`, { body: { ...change, ...rangeOf(within) }, signal }),
    placeholderData: keepPreviousData,
    enabled: change !== null && within.to > within.from,
    retry: false,
  });
