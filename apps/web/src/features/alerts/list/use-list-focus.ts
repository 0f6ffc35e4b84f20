import { useState, type FocusEvent, type PointerEvent } from 'react';

const idAt = (element: Element | null) => element?.closest<HTMLElement>('li[data-id]')?.dataset['id'];

/** The row that has the focus, whether the pointer or the focus is in the list, what forgets the focus, and the handlers of the list’s element. */
export function useListFocus() {
  const [isOver, setOver] = useState(false);
  const [focused, setFocused] = useState<string>();
  const [isFocused, setIsFocused] = useState(false);
  const leave = () => {
    setFocused(undefined);
    setIsFocused(false);
  };
  return [
    focused,
    isOver || isFocused,
    leave,
    {
      onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && setOver(true),
      onPointerLeave: () => setOver(false),
      onFocus: (event: FocusEvent) => {
        setFocused(idAt(event.target));
        setIsFocused(true);
      },
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) leave();
      },
    },
  ] as const;
}
