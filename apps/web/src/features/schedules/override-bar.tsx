import type { ComponentProps } from 'react';
import type { Period } from './shared/period.js';
import type { OverridePiece } from './shared/pieces.js';
import { ShiftBar } from './shared/shift-bar.js';
import type { PlacedPiece } from './shared/strip-layout.js';
import { useOverrideDrag, type Stretch } from './use-override-drag.js';
import { stretchName } from '../../data/time/zone-times.js';

interface Props {
  piece: PlacedPiece<OverridePiece>;
  period: Period;
  zone: string;
  now: number;
  marks: readonly number[];
  person: ComponentProps<typeof ShiftBar>['person'];
  onPress: (() => void) | null;
  /** An edge of it was dragged here. Null: it has none that moves. */
  onDrawn: ((stretch: Stretch) => void) | null;
}

const zoneOfEdge = 'absolute inset-y-0 w-2 cursor-ew-resize touch-none';

/** One override over time. Dragging an edge shows where it would end. */
export function OverrideBar({ piece, period, zone, now, marks, person, onPress, onDrawn }: Props) {
  const drag = useOverrideDrag({
    marks,
    within: period,
    isAllowed: onDrawn !== null,
    onDrawn: (stretch) => onDrawn?.(stretch),
    onPressed: () => onPress?.(),
  });
  const bar = (
    <ShiftBar
      piece={{ ...piece, kind: 'shift', by: 'override' }}
      person={person}
      text={piece.says}
      says={`${piece.says}, ${stretchName(piece.from, piece.to, zone)}`}
      onPress={onPress}
    />
  );
  if (!onDrawn) return bar;
  return (
    <>
      {bar}
      {!piece.isCutLeft && piece.from > now && <span aria-hidden className={`${zoneOfEdge} left-0`} {...drag.handlersFrom(piece.to)} />}
      {!piece.isCutRight && <span aria-hidden className={`${zoneOfEdge} right-0`} {...drag.handlersFrom(piece.from)} />}
      {drag.ghost && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 z-10 rounded-md border-2 border-dashed border-act bg-act/15"
          style={ghostStyle(drag.ghost, piece)}
        />
      )}
    </>
  );
}

/** Position as shares of the containing bar. */
const ghostStyle = (ghost: Stretch, { from, to }: Stretch) => ({
  left: `${((ghost.from - from) / (to - from)) * 100}%`,
  width: `${((ghost.to - ghost.from) / (to - from)) * 100}%`,
});
