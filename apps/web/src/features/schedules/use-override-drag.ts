import { useRef, useState, type PointerEvent } from 'react';
import { snapped } from './snap.js';
import { instantAtShare } from './strip-layout.js';

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface Dragged {
  /** Where an edge may land, in milliseconds. */
  readonly marks: readonly number[];
  readonly within: Stretch;
  readonly isAllowed: boolean;
  readonly onDrawn: (stretch: Stretch) => void;
}

/** Pixels: within them an edge lands on a mark; a press that moves less is none. */
const reach = 9;
const slip = 5;

/** A drag over a strip draws a stretch of time. The handlers belong to its track; `ghost` is what is drawn so far. */
export function useOverrideDrag({ marks, within, isAllowed, onDrawn }: Dragged) {
  const [ghost, setGhost] = useState<Stretch | null>(null);
  const start = useRef<number | null>(null);

  const stretchTo = (event: PointerEvent<HTMLElement>): Stretch => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const perPixel = (within.to - within.from) / width;
    const edge = (x: number) => snapped(instantAtShare((x - left) / width, within), marks, reach * perPixel, within.from);
    const [one, other] = [edge(start.current!), edge(event.clientX)];
    return { from: Math.min(one, other), to: Math.max(one, other) };
  };
  const leave = () => {
    start.current = null;
    setGhost(null);
  };
  return {
    ghost,
    handlers: {
      // a finger scrolls; whoever has no pointer types, or presses a shift
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (isAllowed && event.button === 0 && event.pointerType !== 'touch') start.current = event.clientX;
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (start.current === null || (!ghost && Math.abs(event.clientX - start.current) < slip)) return;
        // not before it moved: the press of a shift would be lost
        event.currentTarget.setPointerCapture(event.pointerId);
        setGhost(stretchTo(event));
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        if (start.current === null) return;
        const drawn = ghost && stretchTo(event);
        leave();
        if (drawn && drawn.to > drawn.from) onDrawn(drawn);
      },
      onPointerCancel: leave,
    },
  };
}
