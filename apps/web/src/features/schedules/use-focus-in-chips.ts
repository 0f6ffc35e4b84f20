import { useEffect, useRef, type RefObject } from 'react';

/** Restores focus after a chip is removed or moved; `goTo` names the element to focus after rendering. */
export function useFocusInChips(): { box: RefObject<HTMLSpanElement | null>; goTo: (selector: string) => void } {
  const box = useRef<HTMLSpanElement>(null);
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    box.current?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = null;
  });
  return { box, goTo: (selector) => void (wanted.current = selector) };
}
