import { useEffect, useRef, type RefObject } from 'react';

/** Gives the focus to a slot when what had it goes: at once, or as soon as the slot is there and can be used. */
export function useFocusBack(): { readonly slot: RefObject<HTMLSelectElement | null>; readonly focus: () => void } {
  const slot = useRef<HTMLSelectElement>(null);
  const isDue = useRef(false);
  const give = (): void => {
    if (!isDue.current || !slot.current || slot.current.disabled) return;
    isDue.current = false;
    slot.current.focus();
  };
  useEffect(give);
  const focus = (): void => {
    isDue.current = true;
    give();
  };
  return { slot, focus };
}
