import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import type { ZoneTableAnswer } from '@tocsin/contracts/schedules/zone-tables.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../data/cache/api.js';

/** The version of the time zone rules that a schedule is computed by, and the handoffs that newer rules would move. */
export const useZoneTable = (schedule: ScheduleRow) =>
  useQuery({
    queryKey: ['zone-table', schedule.id, schedule],
    queryFn: ({ signal }) => api<ZoneTableAnswer>('GET', `/schedules/${schedule.id}/zone-table`, { signal }),
  });
