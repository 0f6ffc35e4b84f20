import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { indexOf, isHeading, keyAt, linesIn, nextRow, type Placed } from './layout.js';

/** Pixels, as estimated: on a phone a row is measured, since its title may take two lines. */
const sizes = { row: 35, narrowRow: 62, firstHeading: 27, heading: 45 };
const header = 56;
const narrow = matchMedia('(width < 40rem)');

const onNarrow = (changed: () => void) => {
  narrow.addEventListener('change', changed);
  return () => narrow.removeEventListener('change', changed);
};

/** How far below the top of the page the list begins. */
function useOffsetTop(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => list.current && setTop(Math.round(list.current.getBoundingClientRect().top + scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return top;
}

interface Lines {
  /** The lines that are drawn, each with where it begins below the top of the list. */
  readonly drawn: readonly { readonly item: VirtualItem; readonly top: number }[];
  /** Pixels. */
  readonly height: number;
  /** For each row’s element where rows have heights of their own; null where they don’t. */
  readonly measure: ((element: HTMLElement | null) => void) | null;
  /** Moves the focus to the row after (1) or before (-1) the one that has it. */
  readonly move: (by: 1 | -1) => void;
  readonly toTop: () => void;
}

/** Which of ten thousand lines are drawn: those in view, a few around them, and the one that has the focus. */
export function useLines(list: RefObject<HTMLElement | null>, placed: readonly Placed[], focused: string | undefined): Lines {
  const isNarrow = useSyncExternalStore(onNarrow, () => narrow.matches);
  const offsetTop = useOffsetTop(list);
  const wantsFocus = useRef<string | null>(null);
  // kept while the lines stand: another function would have all of them measured anew
  const sizeAt = useCallback(
    (index: number) => {
      if (isHeading(placed, index)) return index === 0 ? sizes.firstHeading : sizes.heading;
      return isNarrow ? sizes.narrowRow : sizes.row;
    },
    [placed, isNarrow],
  );
  const keyOf = useCallback((index: number) => keyAt(placed, index), [placed]);
  const focusedAt = indexOf(placed, focused);
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises here, so nothing it hands out can be kept too long
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: linesIn(placed),
    estimateSize: sizeAt,
    getItemKey: keyOf,
    overscan: 8,
    scrollMargin: offsetTop,
    scrollPaddingStart: header,
    scrollPaddingEnd: 72,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return focusedAt < 0 || shown.includes(focusedAt) ? shown : [...shown, focusedAt].toSorted((a, b) => a - b);
    },
  });
  // another width, other heights
  useEffect(() => virtualizer.measure(), [virtualizer, isNarrow]);
  const focusWanted = useCallback(() => {
    const row = wantsFocus.current && list.current?.querySelector<HTMLElement>(`li[data-id="${wantsFocus.current}"] [data-row]`);
    if (!row) return;
    wantsFocus.current = null;
    row.focus({ preventScroll: true });
  }, [list]);
  useLayoutEffect(focusWanted);
  return {
    drawn: virtualizer.getVirtualItems().map((item) => ({ item, top: item.start - offsetTop })),
    height: virtualizer.getTotalSize(),
    measure: isNarrow ? virtualizer.measureElement : null,
    move: (by) => {
      const next = nextRow(placed, focusedAt < 0 && by < 0 ? linesIn(placed) : focusedAt, by);
      if (!next) return;
      wantsFocus.current = next.id;
      virtualizer.scrollToIndex(next.index);
      focusWanted();
    },
    toTop: () => scrollTo({ top: 0 }),
  };
}
