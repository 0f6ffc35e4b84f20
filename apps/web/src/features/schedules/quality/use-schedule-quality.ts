import type { QualityAnswer } from '@tocsin/contracts/schedules/quality.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../data/cache/api.js';
import { keys } from '../../../data/cache/keys.js';

/** Coverage, gaps and balance of a schedule over the next 52 weeks. The previous answer is shown until the next one arrives. */
export const useScheduleQuality = (schedule: ScheduleRow) =>
  useQuery({
    // an answer is valid while the row is unchanged
    queryKey: keys.scheduleQuality(schedule.id, schedule),
    queryFn: ({ signal }) => api<QualityAnswer>('GET', `/schedules/${schedule.id}/quality`, { signal }),
    placeholderData: keepPreviousData,
  });
