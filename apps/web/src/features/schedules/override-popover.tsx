import type { ReactNode } from 'react';
import { shareOf } from './strip-layout.js';
import type { Stretch } from './use-override-drag.js';

/** The ghost of an override over its strip, and below it what is asked about it. */
export function OverridePopover({ stretch, within, form }: { stretch: Stretch; within: Stretch; form: ReactNode }) {
  const [from, to] = [Math.max(0, shareOf(stretch.from, within)), Math.min(1, shareOf(stretch.to, within))];
  const middle = Math.min(1, Math.max(0, (from + to) / 2));
  return (
    <>
      {to > from && (
        <div
          aria-hidden
          className="pointer-events-none absolute inset-y-0 z-10 rounded-md border-2 border-dashed border-act bg-act/15"
          style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
        />
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
