import { useSyncExternalStore } from 'react';

/** Scroll offset in pixels beyond which the page counts as scrolled. */
const aLittle = 24;
let isScrolledNow = false;
/** Read on scroll, not while rendering, where reading `scrollY` forces a layout of the whole page. */
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
