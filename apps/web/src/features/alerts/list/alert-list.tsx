import type { AlertGroupRow } from '@tocsin/contracts/alert-group-rows.js';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, type FocusEvent, type ReactNode, type RefObject } from 'react';
import { firstScreenLimits } from '@tocsin/contracts/first-screen-limits.js';
import { loadLater } from '../../../ui/load-later.js';
import { useMayAct } from '../shared/may-act.js';
import { position } from '../../../data/cache/live.js';
import { useMay } from '../../../data/session/session.js';
import { undoLast } from '../../../data/toasts.js';
import { Key } from '../../../ui/key.js';
import { useIsScrolled } from '../../../ui/use-is-scrolled.js';
import { useKeyboard } from '../../../ui/use-keyboard.js';
import { lineAt, placedBelow } from './layout.js';
import { Lines } from './lines.js';
import { toggled } from './selection.js';
import { useHeldRows, type SectionRows } from './settled.js';
import { useActs } from './use-acts.js';
import { useLines } from './use-lines.js';
import type { Acting, ListAct } from './bulk-bar.js';
import type { Section } from './use-sections.js';
import { lazyPart } from '../../../ui/lazy-part.js';

const BulkBar = lazyPart(() => import('./bulk-bar.js'), 'BulkBar');

interface Props {
  /** What the rows were asked for by: another question, another list, and nothing in it is chosen. */
  filterKey: string;
  sections: readonly Section[];
  /** They belong to what was asked before; what was asked now is on its way. */
  isPrevious: boolean;
  /** What stands there when no row does. */
  nothing: ReactNode;
  searchInput: RefObject<HTMLInputElement | null>;
}

const idsShown = (sections: readonly SectionRows[]): readonly string[] => sections.flatMap(({ ids }) => ids);
const idAt = (element: Element | null) => element?.closest<HTMLElement>('li[data-id]')?.dataset['id'];

/** The live list. It does not move under the pointer, the focus, a selection or after scrolling: new rows wait behind “3 new”. */
export function AlertList({ filterKey, sections, isPrevious, nothing, searchInput }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const [focused, setFocused] = useState<string>();
  const [isFocused, setIsFocused] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const clear = () => setSelected(new Set());
  // what the bar does in place of the rows, where all that match are selected
  const instead = useRef<Acting | null>(null);
  const putInstead = useCallback((acting: Acting | null) => void (instead.current = acting), []);
  const [filterBefore, setFilterBefore] = useState(filterKey);
  if (filterKey !== filterBefore) {
    setFilterBefore(filterKey);
    setSelected(new Set());
    setFocused(undefined);
    setIsFocused(false);
  }
  const isScrolled = useIsScrolled();
  const isHeld = !isPrevious && (isOver || isFocused || isScrolled || selected.size > 0);
  const { shown, waiting, rowOf, settle, ordinal } = useHeldRows(sections, isHeld, filterKey, position.now());
  const placed = useMemo(() => placedBelow(shown), [shown]);
  const lines = useLines(list, placed, focused);
  useLoading(
    sections,
    placed,
    lines.drawn.map(({ index }) => index),
  );
  const act = useActs();
  const mayAct = useMayAct();
  const latest = useRef({ shown, isMine: (_id: string): boolean => false, rowOf });
  const canAct = useMay('alert_group.act') || sections.some(({ rows }) => rows.some(mayAct));
  const rowsOf = (ids: Iterable<string>) => [...ids].flatMap((id) => rowOf(id) ?? []);
  const chosen = () => rowsOf(selected.size > 0 ? selected : [focused ?? '']);
  const run = (what: ListAct) => {
    clear();
    if (instead.current) {
      instead.current(what);
      return;
    }
    const rows = chosen().filter((row) => isOpenTo(what, row));
    const actable = rows.filter(mayAct);
    if (rows.length > 0 && actable.length === 0) void loadLater(() => import('./view-only.js')).then(({ sayViewOnly }) => sayViewOnly());
    void act(what, actable);
  };
  const acknowledge = useCallback(
    (id: string) => {
      const row = latest.current.rowOf(id);
      if (row?.status === 'firing' && mayAct(row)) void act('AcknowledgeAlertGroup', [row]);
    },
    [act, mayAct],
  );
  useSwipes(list, acknowledge);
  const isActable = (id: string) => {
    const row = rowOf(id);
    return row === undefined || mayAct(row);
  };
  useEffect(() => {
    latest.current = { shown, isMine: isActable, rowOf };
  });
  // a stable reference: otherwise every row would render whenever one does
  const select = useCallback((id: string, isRange = false) => {
    const ids = idsShown(latest.current.shown).filter(latest.current.isMine);
    setSelected((before) => toggled(before, id, isRange, ids));
  }, []);
  const selectable = () => idsShown(shown).filter(isActable).slice(0, firstScreenLimits.bulk);
  const showNew = () => {
    settle();
    lines.toTop();
  };
  const selectAll = () => setSelected(new Set(selectable()));
  const isChosen = selected.size > 0;
  const whatIsChosen = isChosen ? 'what is selected' : 'the row';
  useKeyboard([
    { key: 'j', says: 'next row', run: () => lines.move(1) },
    { key: 'k', says: 'previous row', run: () => lines.move(-1) },
    ...(canAct
      ? [
          { key: 'x', says: 'select the row', run: () => focused && isActable(focused) && select(focused) },
          { key: 'X', says: 'select all rows', run: selectAll },
          { key: 'u', says: 'undo the last action', run: undoLast },
          { key: 'a', says: `acknowledge ${whatIsChosen}`, run: () => run('AcknowledgeAlertGroup') },
          { key: 'r', says: `resolve ${whatIsChosen}`, run: () => run('ResolveAlertGroup') },
        ]
      : []),
    { key: 'n', says: 'show new alert groups', run: showNew },
    { key: '/', says: 'search', run: () => searchInput.current?.focus() },
    { key: 'Escape', says: 'clear the selection', run: isChosen ? clear : leaveRow },
  ]);
  const onBlur = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setFocused(undefined);
    setIsFocused(false);
  };

  return (
    <div
      ref={list}
      className={`[overflow-anchor:none] max-sm:overflow-x-clip ${isPrevious ? 'opacity-60' : ''}`}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setOver(true)}
      onPointerLeave={() => setOver(false)}
      onFocus={(event) => {
        setFocused(idAt(event.target));
        setIsFocused(true);
      }}
      onBlur={onBlur}
    >
      <p aria-live="polite" className="sticky top-14 z-20 flex h-0 justify-center">
        {waiting > 0 && <NewRows count={waiting} onShow={showNew} />}
      </p>
      <Lines
        lines={lines}
        placed={placed}
        rowOf={rowOf}
        selected={selected}
        onSelect={select}
        onAcknowledge={acknowledge}
        mayAct={mayAct}
      />
      {placed.length === 0 && nothing}
      <Suspense>
        {isChosen && (
          <BulkBar
            rows={rowsOf(selected)}
            onAct={run}
            onClear={clear}
            selectable={selectable().length}
            onAll={selectAll}
            filterKey={filterKey}
            sections={sections}
            waiting={waiting}
            ordinal={ordinal}
            onInstead={putInstead}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Only what fires can be acknowledged; only what is open can be resolved. */
const isOpenTo = (act: ListAct, { status }: AlertGroupRow): boolean =>
  status === 'firing' || (act === 'ResolveAlertGroup' && status !== 'resolved');

const leaveRow = () => (document.activeElement as HTMLElement | null)?.blur();

const NewRows = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <button
    type="button"
    onClick={onShow}
    className="absolute -top-2.5 rounded-full bg-act px-3 py-1 text-[13px] font-medium text-on-act tabular-nums shadow-pop hover:bg-act-hover"
  >
    {count} new <Key>n</Key>
  </button>
);

const touches = matchMedia('(any-pointer: coarse)');

/** Where there is a finger, a row is acknowledged by a swipe. */
function useSwipes(list: RefObject<HTMLElement | null>, onSwipe: (id: string) => void): void {
  useEffect(() => {
    if (!touches.matches) return undefined;
    let end: (() => void) | null = null;
    let isOver = false;
    void loadLater(() => import('./swipe.js')).then(({ followSwipes }) => {
      if (!isOver && list.current) end = followSwipes(list.current, onSwipe);
    });
    return () => {
      isOver = true;
      end?.();
    };
  }, [list, onSwipe]);
}

/** Reads on where a place comes into view whose row is not loaded. */
function useLoading(sections: readonly Section[], placed: ReturnType<typeof placedBelow>, drawn: readonly number[]): void {
  useEffect(() => {
    const partsToLoad = new Set(
      drawn.flatMap((index) => (lineAt(placed, index).kind === 'gap' ? [lineAt(placed, index).section.part] : [])),
    );
    for (const { part, more } of sections) if (partsToLoad.has(part)) void more();
  });
}
