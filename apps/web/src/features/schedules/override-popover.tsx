import type { ReactNode } from 'react';
import { EdgeHandle } from './edge-handle.js';
import { shareOf } from './shared/strip-layout.js';
import { useOverrideDrag, type Stretch } from './use-override-drag.js';

interface Props {
  /** The drawn interval. */
  stretch: Stretch;
  within: Stretch;
  /** Its form; null during a drag. */
  form: ReactNode;
  zone: string;
  now: number;
  /** Snap positions of an edge. */
  marks: readonly number[];
  onStretch: (stretch: Stretch) => void;
}

const halfHour = 30 * 60_000;

/** The ghost of an override over its strip, with its form below. Its edges can be moved. */
export function OverridePopover({ stretch, within, form, zone, now, marks, onStretch }: Props) {
  const drag = useOverrideDrag({ marks, within, isAllowed: true, onDrawn: onStretch });
  const visibleStretch = drag.ghost ?? stretch;
  const [from, to] = [Math.max(0, shareOf(visibleStretch.from, within)), Math.min(1, shareOf(visibleStretch.to, within))];
  const middle = Math.min(1, Math.max(0, (from + to) / 2));
  const edge = { zone, now };
  return (
    <>
      {to > from && (
        <div
          className="pointer-events-none absolute inset-y-0 z-10 rounded-md border-2 border-dashed border-act bg-act/15"
          style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
        >
          {form && stretch.from >= within.from && stretch.from > now && (
            <EdgeHandle
              {...edge}
              edge="Start"
              at={visibleStretch.from}
              min={Math.min(now, visibleStretch.from)}
              max={stretch.to - halfHour}
              onMove={(at) => onStretch({ from: at, to: stretch.to })}
              handlers={drag.handlersFrom(stretch.to)}
            />
          )}
          {form && stretch.to <= within.to && (
            <EdgeHandle
              {...edge}
              edge="End"
              at={visibleStretch.to}
              min={stretch.from + halfHour}
              max={Math.max(within.to, visibleStretch.to)}
              onMove={(at) => onStretch({ from: stretch.from, to: at })}
              handlers={drag.handlersFrom(stretch.from)}
            />
          )}
        </div>
      )}
      {form && (
        // a press in it is no drag of the strip
        <div
          role="presentation"
          onPointerDown={(event) => event.stopPropagation()}
          className="absolute top-full z-20 mt-1 w-[28rem] cursor-auto rounded-lg border border-line bg-raised p-4 shadow-pop select-text"
          style={{ left: `clamp(0px, calc(${middle * 100}% - 14rem), calc(100% - 28rem))` }}
        >
          {form}
        </div>
      )}
    </>
  );
}
