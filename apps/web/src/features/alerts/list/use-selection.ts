import type { FilteredAct } from '@tocsin/contracts/bulk-acts/noun.js';
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import * as bulkActLimits from '@tocsin/contracts/bulk-acts/limits.js';
import { useCallback, useEffect, useRef, type Dispatch, type SetStateAction } from 'react';
import { loadLater } from '../../../ui/load-later.js';
import { useMayAct } from '../shared/may-act.js';
import { toggle } from './selection.js';
import type { useHeldRows } from './held-rows.js';
import { useActs } from './use-acts.js';

export type RunAct = (act: FilteredAct) => void;
type Rows = Pick<ReturnType<typeof useHeldRows>, 'parts' | 'rowOf'>;
type SelectedIds = ReadonlySet<string>;

/** Only firing groups can be acknowledged; only open ones can be resolved. */
const isOpenTo = (act: FilteredAct, { status }: AlertGroupRow): boolean =>
  status === 'firing' || (act === 'ResolveAlertGroup' && status !== 'resolved');

/** Which rows can be selected, and what is done with those that are, or else with the row that has the focus. */
export function useSelection(
  { parts, rowOf }: Rows,
  focused: string | undefined,
  selected: SelectedIds,
  setSelected: Dispatch<SetStateAction<SelectedIds>>,
) {
  const act = useActs();
  const mayAct = useMayAct();
  // the bar’s action instead of the rows’, while all matching groups are selected
  const instead = useRef<RunAct | null>(null);
  const isActable = (id: string) => {
    const row = rowOf(id);
    return row === undefined || mayAct(row);
  };
  /** The ids of the rows that can be selected, as they stand. */
  const order = () => parts.flatMap(({ ids }) => ids).filter(isActable);
  const latest = useRef({ order, rowOf });
  useEffect(() => {
    latest.current = { order, rowOf };
  });
  const acknowledge = useCallback(
    (id: string) => {
      const row = latest.current.rowOf(id);
      if (row?.status === 'firing' && mayAct(row)) void act('AcknowledgeAlertGroup', [row]);
    },
    [act, mayAct],
  );
  // a stable reference: otherwise every row would render whenever one does
  const select = useCallback(
    (id: string, isRange = false) => {
      const ids = latest.current.order();
      setSelected((before) => toggle(before, id, isRange, ids));
    },
    [setSelected],
  );
  const rowsOf = (ids: Iterable<string>) => [...ids].flatMap((id) => rowOf(id) ?? []);
  const selectable = () => order().slice(0, bulkActLimits.bulk);
  const clear = () => setSelected(new Set());
  const run = (what: FilteredAct) => {
    clear();
    if (instead.current) {
      instead.current(what);
      return;
    }
    const rows = rowsOf(selected.size > 0 ? selected : [focused ?? '']).filter((row) => isOpenTo(what, row));
    const actable = rows.filter(mayAct);
    if (rows.length > 0 && actable.length === 0) void loadLater(() => import('./view-only.js')).then(({ sayViewOnly }) => sayViewOnly());
    void act(what, actable);
  };
  return {
    mayAct,
    putInstead: (acting: RunAct | null) => void (instead.current = acting),
    acknowledge,
    select,
    selectFocused: () => focused && isActable(focused) && select(focused),
    selectable,
    selectAll: () => setSelected(new Set(selectable())),
    rows: () => rowsOf(selected),
    clear,
    run,
  };
}
export type Selection = ReturnType<typeof useSelection>;
