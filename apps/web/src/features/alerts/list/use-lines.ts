import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { indexOf, isHeading, keyAt, linesIn, nextRow, type PlacedSection } from './layout.js';
import { useIsNarrow } from '../../../ui/use-media.js';
import { useWindowing } from './windowing.js';

/** Pixels, as estimated: on a phone a row is measured, since its title may take two lines. */
const sizes = { row: 36, narrowRow: 84, heading: 36 };
const header = 56;

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

export interface DrawnLine {
  readonly index: number;
  readonly key: string | number | bigint;
  /** Pixels below the top of the list; undefined: positioned by the flow of the page. */
  readonly top: number | undefined;
}

interface Lines {
  readonly drawn: readonly DrawnLine[];
  /** Pixels. */
  readonly height: number;
  /** Ref callback for rows with variable height; null if heights are fixed. */
  readonly measure: ((element: HTMLElement | null) => void) | null;
  /** Moves the focus to the next (1) or previous (-1) row. */
  readonly move: (by: 1 | -1) => void;
  readonly toTop: () => void;
}

/** Lines above and below those in view. */
const overscan = 8;

/** Before anything decides which lines are drawn: the first windowful, below each other. */
function firstLines(placed: readonly PlacedSection[], sizeAt: (index: number) => number): Pick<Lines, 'drawn' | 'height'> {
  const drawn = Math.min(linesIn(placed), Math.ceil(innerHeight / sizes.row) + overscan);
  return {
    drawn: Array.from({ length: drawn }, (_, index) => ({ index, key: keyAt(placed, index), top: undefined })),
    height: placed.reduce(
      (sum, { start, lines, headings }) => sum + headings * sizes.heading + (lines - headings) * sizeAt(start + headings),
      0,
    ),
  };
}

/** Virtualises the list: renders the lines in view, a few around them, and the focused one. */
export function useLines(list: RefObject<HTMLElement | null>, placed: readonly PlacedSection[], focused: string | undefined): Lines {
  const isNarrow = useIsNarrow();
  const offsetTop = useOffsetTop(list);
  const wantsFocus = useRef<string | null>(null);
  // a stable reference: a new function would re-measure all rows
  const sizeAt = useCallback(
    (index: number) => {
      if (isHeading(placed, index)) return sizes.heading;
      return isNarrow ? sizes.narrowRow : sizes.row;
    },
    [placed, isNarrow],
  );
  const keyOf = useCallback((index: number) => keyAt(placed, index), [placed]);
  const focusedAt = indexOf(placed, focused);
  const windowing = useWindowing({
    count: linesIn(placed),
    estimateSize: sizeAt,
    getItemKey: keyOf,
    scrollMargin: offsetTop,
    scrollPaddingStart: header,
    scrollPaddingEnd: 72,
    overscan,
    alwaysDrawn: focusedAt,
  });
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another width, other heights
  useEffect(() => windowing?.measure(), [windowing, isNarrow]);
  const focusWanted = useCallback(() => {
    const row = wantsFocus.current && list.current?.querySelector<HTMLElement>(`li[data-id="${wantsFocus.current}"] [data-row]`);
    if (!row) return;
    wantsFocus.current = null;
    row.focus({ preventScroll: windowing !== null });
  }, [list, windowing]);
  useLayoutEffect(focusWanted);
  const extent = windowing
    ? {
        drawn: windowing.getVirtualItems().map(({ index, key, start }) => ({ index, key, top: start - offsetTop })),
        height: windowing.getTotalSize(),
      }
    : firstLines(placed, sizeAt);
  return {
    ...extent,
    measure: windowing && isNarrow ? windowing.measureElement : null,
    move: (by) => {
      const next = nextRow(placed, focusedAt < 0 && by < 0 ? linesIn(placed) : focusedAt, by);
      if (!next) return;
      wantsFocus.current = next.id;
      windowing?.scrollToIndex(next.index);
      focusWanted();
    },
    toTop: () => scrollTo({ top: 0 }),
  };
}
