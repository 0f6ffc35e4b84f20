import { Suspense, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { loadLater } from '../../../ui/load-later.js';
import { position } from '../../../data/cache/live.js';
import { useMay } from '../../../data/session/session.js';
import { Key } from '../../../ui/key.js';
import { panelClass } from '../../../ui/panel.js';
import { useIsWide } from '../../../ui/use-media.js';
import { useIsScrolled } from '../../../ui/use-is-scrolled.js';
import { decideGroup } from './closed-groups.js';
import type { GroupHeading } from './heading.js';
import { lineAt, placedBelow } from './layout.js';
import type { Column, Grouping } from './list-choice.js';
import { Lines } from './lines.js';
import { useHeldRows } from './held-rows.js';
import { useLines, type DrawnLine } from './use-lines.js';
import { useListFocus } from './use-list-focus.js';
import { useListKeys } from './use-list-keys.js';
import type { Section } from './use-sections.js';
import { useSelection } from './use-selection.js';
import { lazyPart } from '../../../ui/lazy-part.js';

const PeekPane = lazyPart(() => import('./peek-pane.js'), 'PeekPane');
const RowDialog = lazyPart(() => import('./row-dialog.js'), 'RowDialog');
const BulkBar = lazyPart(() => import('./bulk-bar.js'), 'BulkBar');

interface Props {
  /** Identifies the filter; a change clears the selection. */
  filterKey: string;
  sections: readonly Section[];
  /** Rows of the previous filter, while the new ones load. */
  isPrevious: boolean;
  by: Grouping;
  /** The groups of which only the heading is shown. */
  closed: ReadonlySet<string>;
  headingOf?: (group: string) => GroupHeading | undefined;
  hides: readonly Column[];
  /** Content of an empty list. */
  nothing: ReactNode;
  searchInput: RefObject<HTMLInputElement | null>;
}

const noHeading = (): undefined => undefined;

/** The live list. It does not move under the pointer, the focus, a selection or after scrolling: new rows wait behind “3 new”. */
export function AlertList({ filterKey, sections, isPrevious, by, closed, headingOf = noHeading, hides, nothing, searchInput }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const [focused, isInside, leave, handlers] = useListFocus();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [filterBefore, setFilterBefore] = useState(filterKey);
  if (filterKey !== filterBefore) {
    setFilterBefore(filterKey);
    setSelected(new Set());
    leave();
  }
  const [peekId, setPeekId] = usePeekId(focused);
  const [menu, openMenu, silence] = useRowDialog();
  const isScrolled = useIsScrolled();
  const isHeld = !isPrevious && [isInside, peekId !== null, isScrolled, selected.size > 0].includes(true);
  const heldRows = useHeldRows(sections, isHeld, filterKey, position.now());
  const { parts, waiting, rowOf } = heldRows;
  const placed = useMemo(() => placedBelow(parts, closed), [parts, closed]);
  const lines = useLines(list, placed, focused);
  useLoading(sections, placed, lines.drawn);
  const open = useMemo(() => parts.filter(({ group }) => !closed.has(group)), [parts, closed]);
  const selection = useSelection({ parts: open, rowOf }, focused, selected, setSelected);
  useSwipes(list, selection.acknowledge);
  const canAct = useMay('alert_group.act') || sections.some(({ rows }) => rows.some(selection.mayAct));
  const isChosen = selected.size > 0;
  const showNew = () => {
    heldRows.settle();
    lines.toTop();
  };
  const peeked = peekId === null ? undefined : rowOf(peekId);
  useListKeys(
    selection,
    canAct,
    isChosen,
    lines.move,
    showNew,
    searchInput,
    () => setPeekId(peeked ? null : (focused ?? null)),
    () => silence(focused),
  );

  return (
    <div className="has-[>aside]:flex has-[>aside]:items-start">
      <div ref={list} className={lookOf(placed.length > 0, isPrevious)} {...handlers}>
        <p aria-live="polite" className="sticky top-2 z-20 flex h-0 justify-center">
          {waiting > 0 && <NewRows count={waiting} onShow={showNew} />}
        </p>
        <Lines
          lines={lines}
          placed={placed}
          rowOf={rowOf}
          foundLineOf={heldRows.foundLineOf}
          moved={heldRows.moved}
          closed={closed}
          onClose={(group, isClosed) => decideGroup(by, group, isClosed)}
          groupHeadingOf={headingOf}
          hides={peeked ? besidePeek(hides) : hides}
          selected={selected}
          selection={selection}
          onMenu={openMenu}
        />
        {placed.length === 0 && nothing}
        <Suspense>{isChosen && <BulkBar selection={selection} filterKey={filterKey} sections={sections} heldRows={heldRows} />}</Suspense>
      </div>
      <Suspense>{peeked && <PeekPane row={peeked} onMove={lines.move} onClose={() => setPeekId(null)} />}</Suspense>
      {menu}
    </div>
  );
}

const lookOf = (hasRows: boolean, isPrevious: boolean): string =>
  `min-w-0 flex-1 [overflow-anchor:none] ${hasRows ? `${panelClass} overflow-clip` : ''} ${isPrevious ? 'opacity-60' : ''}`;

/** There is no room for services. */
const besidePeek = (hides: readonly Column[]): readonly Column[] => [...new Set<Column>([...hides, 'service'])];

/** The group that is peeked at, which moves with the focus; null where there is no room. */
function usePeekId(focused: string | undefined) {
  const isWide = useIsWide();
  const [peekId, setPeekId] = useState<string | null>(null);
  if (peekId !== null && focused !== undefined && focused !== peekId) setPeekId(focused);
  return [isWide ? peekId : null, setPeekId] as const;
}

/** The dialog of a row: what can be done with it, or its silence at once. */
function useRowDialog() {
  const [menuId, setMenuId] = useState<string>();
  const [silencedId, setSilencedId] = useState<string>();
  const id = silencedId ?? menuId;
  const close = () => {
    setMenuId(undefined);
    setSilencedId(undefined);
  };
  const dialog = <Suspense>{id && <RowDialog key={id} id={id} isSilencing={!!silencedId} onClose={close} />}</Suspense>;
  return [dialog, setMenuId, setSilencedId] as const;
}

const NewRows = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <button
    type="button"
    onClick={onShow}
    className="absolute top-1 flex items-center gap-1.5 rounded-full bg-act px-3 py-1 text-xs font-medium text-on-act tabular-nums shadow-pop hover:bg-act-hover"
  >
    {count} new <Key>n</Key>
  </button>
);

const touches = matchMedia('(any-pointer: coarse)');

/** On touch screens a swipe acknowledges a row. */
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

/** Loads further rows when a placeholder becomes visible. */
function useLoading(sections: readonly Section[], placed: ReturnType<typeof placedBelow>, drawn: readonly DrawnLine[]): void {
  useEffect(() => {
    const keysToLoad = new Set(
      drawn.flatMap(({ index }) => (lineAt(placed, index).kind === 'gap' ? [lineAt(placed, index).section.key] : [])),
    );
    for (const { key, more } of sections) if (keysToLoad.has(key)) void more();
  });
}
