import type { ReportAnswer, ResponseFigures } from '@tocsin/contracts/reports/reports.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';

const query = { days: '14' };
/** Milliseconds for which an older report does: a day more or less changes little. */
const newEnough = 5 * 60_000;

/** Alerts opened on each of the last 14 days, by service; empty until the report is read, or if it can’t be. */
export function useRecentOpenings(): ReadonlyMap<string | null, readonly number[]> {
  const { data } = useQuery({
    queryKey: keys.report('response', query),
    queryFn: ({ signal }) =>
      api<ReportAnswer & { figures: ResponseFigures }>('GET', `/reports/response?${new URLSearchParams(query)}`, { signal }),
    staleTime: newEnough,
    retry: false,
  });
  return new Map(data?.figures.services.map(({ id, lastDays }) => [id, lastDays]));
}
