import type { ViewName } from '@tocsin/contracts/catalogue.js';
import { keepPreviousData, useQuery, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { useAsOf } from '../time/as-of.js';
import { byName } from './by-name.js';
import { keys } from './keys.js';
import { watch } from './live.js';
import { withPage, type List, type ListParams } from './merge.js';
import { readCount, readList, readPage, readRow, type KnownRow, type RowOf } from './read.js';
import { recentChanges } from './recent-changes.js';

const useWatch = (view: ViewName) => useEffect(() => watch(view), [view]);

interface ReadOptions {
  /** False: not now. */
  readonly isEnabled?: boolean;
  /** Keeps the previous rows while loading, so that a search does not flicker. */
  readonly keepsPrevious?: boolean;
}

const anyRow: ListParams = {};

/** Parameters of a list as of the moment that the screen shows. */
function usePast(params: ListParams): ListParams {
  const at = useAsOf()?.ordinal;
  return useMemo(() => (at === undefined ? params : { ...params, at }), [params, at]);
}

/** A list of a view’s rows: live, or as it was at the moment that the screen shows. */
export function useView<V extends ViewName>(
  view: V,
  listed: ListParams = anyRow,
  { isEnabled = true, keepsPrevious = false }: ReadOptions = {},
): UseQueryResult<List<RowOf<V>>> {
  const params = usePast(listed);
  useWatch(view);
  const client = useQueryClient();
  const queryKey = keys.list(view, params);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => readList(view, params, signal, client.getQueryData<List<RowOf<V>>>(queryKey)),
    enabled: isEnabled,
    // rows keep their identity by their id (readList, mergeChanges), not by their place
    structuralSharing: false,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/** The reading of every row of a small view: whether it is there yet. */
export const useEvery = <V extends ViewName>(view: V): UseQueryResult<List<RowOf<V>>> => useView(view, everything);

/** Every row of a small view, by name where they have one; none while they are not read (`useEvery` tells that from none). */
export function useAll<V extends ViewName>(view: V): readonly RowOf<V>[] {
  const rows = useEvery(view).data?.rows;
  return rows ? byName(rows) : none;
}
const everything: ListParams = { all: true };
const none: readonly never[] = [];

export const countEvery = 10_000;

/** Number of matching rows, counted by the server: for a list that is not read to its end. */
export const useCount = (view: ViewName, params: ListParams, isEnabled: boolean): number | undefined =>
  useQuery({
    queryKey: keys.count(view, params),
    queryFn: ({ signal }) => readCount(view, params, signal),
    enabled: useAsOf() === null && isEnabled,
    refetchInterval: countEvery,
    placeholderData: keepPreviousData,
  }).data?.count;

const underWay = new Map<string, Promise<void>>();
const afterFailure = 3_000;

/** Loads the next page of a list and appends it, one at a time. After a failure, calls are ignored for a while. */
export function useMore(view: ViewName, listed: ListParams): () => Promise<void> {
  const client = useQueryClient();
  const params = usePast(listed);
  return useCallback(() => {
    const name = JSON.stringify([view, params]);
    const reading =
      underWay.get(name) ?? appendPage(client, view, params).catch(() => new Promise<void>((resolve) => setTimeout(resolve, afterFailure)));
    underWay.set(name, reading);
    return reading.finally(() => underWay.delete(name));
  }, [client, view, params]);
}

async function appendPage(client: QueryClient, view: ViewName, params: ListParams): Promise<void> {
  const key = keys.list(view, params);
  const cursor = client.getQueryData<List>(key)?.next;
  if (!cursor) return;
  const page = await readPage(view, params, cursor);
  client.setQueryData<List>(key, (list) => (list?.next === cursor ? withPage(list, params, page, recentChanges(view)) : list));
}

/** Milliseconds. */
const justRead = 5_000;

/** For `refetchOnMount`: several parts of a screen show one row, and don’t each read it anew. */
export const unlessJustRead = ({ state }: { readonly state: { readonly dataUpdatedAt: number } }): 'always' | false =>
  Date.now() - state.dataUpdatedAt > justRead ? 'always' : false;

/** One row, live or as it was; `null` when there is none with this id. */
export function useRow<V extends ViewName>(view: V, id: string): UseQueryResult<KnownRow<RowOf<V>>> {
  useWatch(view);
  const at = useAsOf()?.ordinal;
  return useQuery({
    queryKey: keys.row(view, id, at),
    queryFn: ({ signal }) => readRow(view, id, undefined, signal, at),
    refetchOnMount: unlessJustRead,
  });
}
