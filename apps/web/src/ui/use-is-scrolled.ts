import { useSyncExternalStore } from 'react';

/** Further down the page than this, somebody has scrolled. */
const aLittle = 24;
let isScrolledNow = false;
/** Looked at when it scrolls, not when it draws: asked for in between, `scrollY` has the whole page laid out at once. */
const onScroll = (changed: () => void) => {
  const look = () => {
    isScrolledNow = scrollY > aLittle;
    changed();
  };
  look();
  addEventListener('scroll', look, { passive: true });
  return () => removeEventListener('scroll', look);
};

export const useIsScrolled = (): boolean => useSyncExternalStore(onScroll, () => isScrolledNow);
