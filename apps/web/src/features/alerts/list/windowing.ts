import type { Range, Virtualizer, VirtualizerOptions } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useReducer, useSyncExternalStore } from 'react';
import { loadLater } from '../../../ui/load-later.js';

type Library = typeof import('@tanstack/react-virtual');
type Windowing = Virtualizer<Window, HTMLElement>;
type Options = Pick<
  VirtualizerOptions<Window, HTMLElement>,
  'count' | 'estimateSize' | 'getItemKey' | 'overscan' | 'scrollMargin' | 'scrollPaddingStart' | 'scrollPaddingEnd'
> & {
  /** Index of a line that is always rendered; -1: none. */
  readonly alwaysDrawn: number;
};

let library: Library | null = null;
let loading: Promise<void> | undefined;

function onLibrary(changed: () => void): () => void {
  let isOver = false;
  loading ??= loadLater(() => import('@tanstack/react-virtual')).then((loaded) => void (library = loaded));
  void loading.then(() => isOver || changed());
  return () => {
    isOver = true;
  };
}

/**
 * Decides which of the lines of a list that scrolls with the window are drawn; null until the library for it has loaded, which the first
 * screen does not wait for. The library’s own hook can’t begin to work in the middle of a component’s life, as this one does.
 */
export function useWindowing({ alwaysDrawn, ...options }: Options): Windowing | null {
  const loaded = useSyncExternalStore(onLibrary, () => library);
  const drawAgain = useReducer((count: number) => count + 1, 0)[1];
  const all = loaded && { ...optionsOf(loaded, alwaysDrawn), ...options, onChange: drawAgain };
  // created once; each render then passes it new options
  // oxlint-disable-next-line react/exhaustive-deps -- see above
  const windowing = useMemo(() => loaded && all && new loaded.Virtualizer<Window, HTMLElement>(all), [loaded]);
  if (windowing && all) windowing.setOptions(all);
  useLayoutEffect(() => windowing?._didMount(), [windowing]);
  useLayoutEffect(() => windowing?._willUpdate());
  return windowing;
}

const optionsOf = (loaded: Library, alwaysDrawn: number) => ({
  getScrollElement: () => window,
  observeElementRect: loaded.observeWindowRect,
  observeElementOffset: loaded.observeWindowOffset,
  scrollToFn: loaded.windowScroll,
  initialOffset: () => scrollY,
  // else it draws nothing the first time: a row that has the focus would lose it
  initialRect: { width: innerWidth, height: innerHeight },
  rangeExtractor: (range: Range) => {
    const indexes = loaded.defaultRangeExtractor(range);
    return alwaysDrawn < 0 || indexes.includes(alwaysDrawn) ? indexes : [...indexes, alwaysDrawn].toSorted((a, b) => a - b);
  },
});
