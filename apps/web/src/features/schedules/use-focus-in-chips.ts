import { useEffect, useRef, type RefObject } from 'react';

/** Where keys go on after a press that takes away, or moves, what was pressed. `goTo`: what is focused once it is drawn anew. */
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
