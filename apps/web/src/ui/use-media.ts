import { useSyncExternalStore } from 'react';

/** What a media query is asked for and heard by: asked once for all who show something by it. */
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
export const useIsPortrait = media('(orientation: portrait)');
