import { useSyncExternalStore } from 'react';

/** Shares one MediaQueryList per media query. */
function media(query: string) {
  const list = matchMedia(query);
  const on = (changed: () => void) => {
    list.addEventListener('change', changed);
    return () => list.removeEventListener('change', changed);
  };
  return () => useSyncExternalStore(on, () => list.matches);
}

/** The window is as narrow as `max-sm` says. */
export const useIsNarrow = media('(width < 40rem)');
/** There is room for a group beside the list. */
export const useIsWide = media('(width >= 1440px)');
export const useIsPortrait = media('(orientation: portrait)');
/** The reader wants no motion. */
export const useIsCalm = media('(prefers-reduced-motion: reduce)');
