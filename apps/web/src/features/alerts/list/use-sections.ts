import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { useMemo } from 'react';
import type { ListParams } from '../../../data/cache/merge.js';
import { useCount, useMore, useView } from '../../../data/cache/use-view.js';
import { useMe } from '../../../data/session/session.js';
import { paramsOf, partsIn, queryOf, searchOf, type AlertsSearch } from './filters.js';
import { parts, type Part } from './parts.js';

/** The rows of one part: those that are loaded, newest first, and how many there are in all. */
export interface Section {
  readonly key: string;
  readonly group: string;
  readonly part: Part;
  readonly rows: readonly AlertGroupRow[];
  /** Rows that were here and no longer belong, as they are now. */
  readonly left: ReadonlyMap<string, AlertGroupRow>;
  readonly inAlerts?: ReadonlyMap<string, string> | undefined;
  readonly total: number;
  /** Reads the next page. */
  readonly more: () => Promise<void>;
}

interface SectionQuery {
  readonly section: Section | null;
  readonly error: Error | null;
  readonly isWaiting: boolean;
  /** Whether the rows belong to the previous filter. */
  readonly isPrevious: boolean;
}

function useSection(search: AlertsSearch, part: Part, isOldestFirst: boolean): SectionQuery {
  const { personId: me } = useMe();
  const isShown = partsIn(search).includes(part);
  // a stable value for equal searches
  const filter = queryOf(search);
  const params: ListParams = useMemo(() => paramsOf(searchOf(filter), part, me, isOldestFirst), [filter, part, me, isOldestFirst]);
  const { data, error, isPlaceholderData } = useView('alertGroups', params, { isEnabled: isShown, keepsPrevious: true });
  const more = useMore('alertGroups', params);
  const counted = useCount('alertGroups', params, isShown && data?.next != null);
  const section = useMemo(() => {
    if (!isShown || !data) return null;
    const total = data.next === null ? data.rows.length : Math.max(counted ?? 0, data.rows.length + 1);
    return { key: part, group: part, part, rows: data.rows, left: data.left, inAlerts: data.inAlerts, total, more };
  }, [isShown, data, counted, part, more]);
  return { section, error: data ? null : error, isWaiting: isShown && !data && !error, isPrevious: isPlaceholderData };
}

/** Each part is a list of its own: so that groups firing for days are not hidden behind pages of acknowledged ones. */
export function useSections(search: AlertsSearch, isOldestFirst = false) {
  // oxlint-disable-next-line react/rules-of-hooks -- the parts are always the same
  const all = parts.map((part) => useSection(search, part, isOldestFirst));
  const shown = all.map(({ section }) => section);
  // oxlint-disable-next-line react/exhaustive-deps -- one for each part
  const sections = useMemo(() => shown.filter((section) => section !== null), shown);
  return {
    sections,
    error: all.find(({ error }) => error)?.error ?? null,
    isWaiting: all.some(({ isWaiting }) => isWaiting),
    isPrevious: all.some(({ isPrevious }) => isPrevious),
  };
}
