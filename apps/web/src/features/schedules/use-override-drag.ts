import { useRef, useState, type PointerEvent } from 'react';
import { snap } from './snap.js';
import { instantAtShare } from './shared/strip-layout.js';

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface DragState {
  /** Snap positions of an edge, in milliseconds. */
  readonly marks: readonly number[];
  readonly within: Stretch;
  readonly isAllowed: boolean;
  readonly onDrawn: (stretch: Stretch) => void;
  /** An edge was pressed, and not moved. */
  readonly onPressed?: () => void;
}

/** Pixels: within them an edge lands on a mark; a press that moves less is none. */
const reach = 9;
const slip = 5;

/** The attribute of the part of a strip that time runs over. */
const track = 'data-track';

/**
 * A drag over a strip draws an interval, from its start or from a fixed edge. The handlers belong on the track or on an element in one; `ghost` is
 * the current interval.
 */
export function useOverrideDrag({ marks, within, isAllowed, onDrawn, onPressed }: DragState) {
  const [ghost, setGhost] = useState<Stretch | null>(null);
  const start = useRef<{ readonly x: number; readonly fixed: number } | null>(null);

  const instantAt = ({ currentTarget, clientX }: PointerEvent<HTMLElement>): number => {
    const { left, width } = (currentTarget.closest(`[${track}]`) ?? currentTarget).getBoundingClientRect();
    return snap(instantAtShare((clientX - left) / width, within), marks, (reach * (within.to - within.from)) / width, within.from);
  };
  const stretchTo = (event: PointerEvent<HTMLElement>): Stretch => {
    const [one, other] = [start.current!.fixed, instantAt(event)];
    return { from: Math.min(one, other), to: Math.max(one, other) };
  };
  const leave = () => {
    start.current = null;
    setGhost(null);
  };
  /** `fixed`: the edge that stays; absent: a new interval. */
  const handlersFrom = (fixed?: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      // touch scrolls; without a pointer one types or presses a shift. Edges can always be moved
      if (!isAllowed || event.button !== 0 || (event.pointerType === 'touch' && fixed === undefined)) return;
      event.stopPropagation();
      // an edge is narrow: the pointer leaves it with the first movement
      if (fixed !== undefined) event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { x: event.clientX, fixed: fixed ?? instantAt(event) };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (start.current === null || (!ghost && Math.abs(event.clientX - start.current.x) < slip)) return;
      // not before it moved: the press of a shift would be lost
      event.currentTarget.setPointerCapture(event.pointerId);
      setGhost(stretchTo(event));
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (start.current === null) return;
      const drawn = ghost && stretchTo(event);
      leave();
      if (drawn && drawn.to > drawn.from) onDrawn(drawn);
      else if (!drawn && fixed !== undefined) onPressed?.();
    },
    onPointerCancel: leave,
  });
  return { ghost, handlers: handlersFrom(), handlersFrom };
}
