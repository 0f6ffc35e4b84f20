import type { DOMAttributes, KeyboardEvent } from 'react';
import { momentName } from '../../data/time/zone-times.js';

interface Props {
  edge: 'Start' | 'End';
  at: number;
  zone: string;
  now: number;
  /** Bounds of the edge, in milliseconds. */
  min: number;
  max: number;
  onMove: (at: number) => void;
  handlers: DOMAttributes<HTMLDivElement>;
}

const halfHour = 30 * 60_000;
const steps: Record<string, number> = {
  ArrowLeft: -halfHour,
  ArrowDown: -halfHour,
  ArrowRight: halfHour,
  ArrowUp: halfHour,
  PageDown: -48 * halfHour,
  PageUp: 48 * halfHour,
};

/** An edge of an interval on a strip: dragged, or moved by the arrow keys half an hour, by Page Up and Page Down a day. */
export function EdgeHandle({ edge, at, zone, now, min, max, onMove, handlers }: Props) {
  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key];
    if (step === undefined) return;
    // the arrows of the screen show another period
    event.preventDefault();
    event.stopPropagation();
    onMove(Math.min(max, Math.max(min, at + step)));
  }
  return (
    <div
      {...handlers}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a range input is dragged over its own width, this over the strip
      role="slider"
      tabIndex={0}
      aria-label={edge}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={at}
      aria-valuetext={momentName(at, zone, now)}
      title={`${edge}: drag it, or press ← →`}
      onKeyDown={onKeyDown}
      className={`pointer-events-auto absolute inset-y-0 flex w-[28px] cursor-ew-resize touch-none items-center justify-center ${edge === 'Start' ? '-left-[14px]' : '-right-[14px]'}`}
    >
      <span className="h-5 w-1.5 rounded-full bg-act" />
    </div>
  );
}
