import { grouping as groupingShape, type Grouping, type GroupingTryOut } from '@tocsin/contracts/grouping.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { count } from '../../data/words/sentence.js';

/** What the last alerts would have become by this grouping, in words; empty while it is unknown. */
export const useGroupingTryOut = (serviceId: string, grouping: Grouping | null): string => {
  const isComplete = grouping === null || groupingShape.safeParse(grouping).success;
  const { data } = useQuery({
    queryKey: ['grouping-try-out', serviceId, grouping],
    enabled: isComplete,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api<GroupingTryOut>('POST', `/services/${serviceId}/grouping/try`, { body: { grouping }, signal }),
  });
  if (!data || !isComplete || data.alerts === 0) return '';
  const { alerts, groups, biggest } = data;
  return `The last ${count(alerts, 'alert')} would have been ${count(groups, 'alert group')}, the biggest of ${count(biggest, 'alert')}.`;
};
