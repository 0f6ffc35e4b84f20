import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useAsOf } from '../time/as-of.js';
import { keys } from './keys.js';
import type { RowOf } from './read.js';
import { readTogether } from './read-together.js';

/** Views whose rows contain only their newest part. */
type PagedView = 'ladders' | 'alerts';

export interface Older<V extends PagedView> {
  /** The rows loaded so far, newest first. */
  readonly rows: readonly RowOf<V>[];
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly load: () => void;
}

/** Loads the entries that a row has dropped, page by page. `mark`: the row’s `older`; when it moves, the row holds less, and this is read again. */
export function useOlder<V extends PagedView>(view: V, id: string, mark: string | null): Older<V> {
  const [isRequested, setRequested] = useState(false);
  const client = useQueryClient();
  const at = useAsOf()?.ordinal;
  const queryKey = keys.older(view, id, at);
  const { data, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey,
    enabled: isRequested && mark !== null,
    initialPageParam: mark,
    queryFn: ({ pageParam, signal }) => readOlder(view, id, pageParam!, at, signal),
    getNextPageParam: ({ older }) => older,
  });
  const readAgain = useEffectEvent(() => client.invalidateQueries({ queryKey }));
  useEffect(() => {
    if (mark !== null) void readAgain();
  }, [mark]);
  const rows = data?.pages ?? [];
  return {
    rows,
    hasMore: mark !== null && (rows.length === 0 || hasNextPage),
    isLoading: isFetching,
    load: () => (isRequested ? void fetchNextPage() : setRequested(true)),
  };
}

/** Throws ApiError. */
async function readOlder<V extends PagedView>(
  view: V,
  id: string,
  mark: string,
  at: number | undefined,
  signal?: AbortSignal,
): Promise<RowOf<V>> {
  const then = at === undefined ? '' : `&at=${at}`;
  return (await readTogether<{ readonly row: RowOf<V> }>(`${view}/${id}?before=${encodeURIComponent(mark)}${then}`, signal)).row;
}
