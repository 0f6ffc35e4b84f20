import { useState, type KeyboardEvent, type PointerEvent } from 'react';

interface Options {
  readonly count: number;
  /** Opens what a slot counts. */
  readonly onOpen?: ((index: number) => void) | undefined;
  /** Two slots were the ends of a drag, the first one first. */
  readonly onNarrow?: ((from: number, to: number) => void) | undefined;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7, Home: -Infinity, End: Infinity };

/** The slot that is read out: under the pointer, or chosen by keys. Enter and a click open it, a drag narrows to its range. */
export function usePlotCursor({ count, onOpen, onNarrow }: Options) {
  const [index, setIndex] = useState<number | null>(null);
  const [dragFrom, setDragFrom] = useState<number | null>(null);
  const isFound = index !== null && index < count;
  const within = (at: number): number => Math.min(count - 1, Math.max(0, at));
  const slotAt = ({ clientX, currentTarget }: PointerEvent): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return within(Math.floor(((clientX - left) / width) * count));
  };
  const range =
    dragFrom === null || !isFound || dragFrom === index ? null : ([Math.min(dragFrom, index), Math.max(dragFrom, index)] as const);
  const endDrag = ({ pointerType }: PointerEvent, before: number | null): void => {
    setDragFrom(null);
    if (range) return onNarrow?.(...range);
    // a finger has no hover: its first tap reads out, the second opens
    if (isFound && (pointerType === 'mouse' || before === index)) onOpen?.(index);
  };
  return {
    index: isFound ? index : null,
    range,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        if (event.pointerType === 'mouse' || slotAt(event) === index) setDragFrom(slotAt(event));
        setIndex(slotAt(event));
      },
      onPointerMove: (event: PointerEvent) => setIndex(slotAt(event)),
      onPointerUp: (event: PointerEvent) => endDrag(event, dragFrom),
      onPointerCancel: () => setDragFrom(null),
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && dragFrom === null && setIndex(null),
      onFocus: () => setIndex((at) => at ?? count - 1),
      onBlur: () => setIndex(null),
      onKeyDown: (event: KeyboardEvent) => {
        const step = steps[event.key];
        if (step !== undefined) setIndex((at) => within((at ?? count - 1) + step));
        else if (event.key === 'Enter' && isFound) onOpen?.(index);
        else return;
        event.preventDefault();
      },
    },
  };
}
