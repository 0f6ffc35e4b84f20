import type { ViewName } from '@tocsin/contracts/catalogue.js';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { keys } from './keys.js';
import { watch } from './live.js';
import type { List, ListParams } from './merge.js';
import { readList, readPage, readRow, type KnownRow, type RowOf } from './read.js';

const useWatch = (view: ViewName) => useEffect(() => watch(view), [view]);

/** A live list of a view’s rows. */
export function useView<V extends ViewName>(view: V, params: ListParams = {}): UseQueryResult<List<RowOf<V>>> {
  useWatch(view);
  return useQuery({ queryKey: keys.list(view, params), queryFn: ({ signal }) => readList(view, params, signal) });
}

/** Every row of a small view. */
export const useAll = <V extends ViewName>(view: V): readonly RowOf<V>[] => useView(view, everything).data?.rows ?? none;
const everything: ListParams = { all: true };
const none: readonly never[] = [];

/** Reads the next page of a list and appends it. */
export function useMore(view: ViewName, params: ListParams): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    const key = keys.list(view, params);
    const cursor = client.getQueryData<List>(key)?.next;
    if (!cursor) return;
    const page = await readPage(view, params, cursor);
    client.setQueryData<List>(key, (list) => {
      if (!list || list.next !== cursor) return list;
      const shown = new Set(list.rows.map(({ id }) => id));
      return { ...list, rows: [...list.rows, ...page.rows.filter(({ id }) => !shown.has(id))], next: page.next };
    });
  }, [client, view, params]);
}

/** One live row; `null` when there is none of this id. */
export function useRow<V extends ViewName>(view: V, id: string): UseQueryResult<KnownRow<RowOf<V>>> {
  useWatch(view);
  return useQuery({
    queryKey: keys.row(view, id),
    queryFn: ({ signal }) => readRow(view, id, undefined, signal),
    refetchOnMount: 'always',
  });
}
