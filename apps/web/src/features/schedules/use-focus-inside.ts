import { useEffect, useRef, type RefObject } from 'react';

/** The first field of what appears has the focus; when it goes, the focus is where it was before. */
export function useFocusInside<Element extends HTMLElement>(): RefObject<Element | null> {
  const ref = useRef<Element>(null);
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.querySelector<HTMLElement>('input, select, button')?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return ref;
}
