import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ViewName } from '@tocsin/contracts/catalogue.js';
import { useAsOf } from '../time/as-of.js';
import { keys } from './keys.js';
import type { ListParams } from './merge.js';
import { queryOf } from './read.js';
import { readTogether } from './read-together.js';
import { countEvery } from './use-view.js';

/** Numbers of rows by the values of columns, counted by the server. */
export interface CountsOf {
  readonly values: Readonly<Record<string, string | number | null>>;
  readonly count: number;
}

async function readCounts(view: ViewName, params: ListParams, by: readonly string[], signal: AbortSignal): Promise<readonly CountsOf[]> {
  const query = queryOf(params);
  query.set('limit', '1');
  by.forEach((column) => query.append('countBy', column));
  const { counts = [] } = await readTogether<{ counts?: readonly CountsOf[] }>(`${view}?${query}`, signal);
  return counts;
}

/** The reading of the numbers of matching rows by the values of columns; read again before long when rows change. */
export const useCounts = (
  view: ViewName,
  params: ListParams,
  by: readonly string[],
  isEnabled: boolean,
): UseQueryResult<readonly CountsOf[]> =>
  useQuery({
    queryKey: [...keys.counts(view), params, by],
    queryFn: ({ signal }) => readCounts(view, params, by, signal),
    enabled: useAsOf() === null && isEnabled,
    refetchInterval: countEvery,
    placeholderData: keepPreviousData,
  });
