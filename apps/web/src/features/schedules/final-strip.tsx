import { OverridePopover } from './override-popover.js';
import { finalPieces, type ShiftPiece } from './shared/pieces.js';
import type { Drawing } from './drawing.js';
import { Strip } from './strip.js';
import { useOverrideDrag } from './use-override-drag.js';

/** Who is finally on call. Dragging over it, or pressing a shift, starts an override. */
export function FinalStrip({ answer, period, zone, now, edit, form, mayOverride, grid, barWith }: Drawing) {
  // past shifts are recorded and never change
  const isOver = period.to <= now;
  const mayDraw = mayOverride && !isOver;
  const final = finalPieces(answer);
  const marks = [now, ...final.flatMap(({ from, to }) => [from, to])];
  const drag = useOverrideDrag({ marks, within: period, isAllowed: mayDraw, onDrawn: edit.newOverride });
  const fields = edit.override?.of === null ? edit.override : null;
  const drawn = drag.ghost ?? fields;
  const begin = ({ from, to }: ShiftPiece) => edit.newOverride({ from: Math.max(from, now), to });
  return (
    <Strip
      label="On call"
      hint={isOver ? 'As recorded' : mayDraw ? 'Drag to override' : undefined}
      {...(mayDraw && { handlers: drag.handlers })}
      pieces={final}
      within={period}
      nothing="Nothing recorded."
      showsEmptyText
      draw={barWith(mayOverride ? begin : null)}
      grid={grid}
      above={
        drawn && (
          <OverridePopover
            {...{ within: period, zone, now, marks }}
            stretch={drawn}
            form={drag.ghost ? null : form}
            onStretch={(stretch) => fields && edit.putOverride({ ...fields, ...stretch })}
          />
        )
      }
    />
  );
}
