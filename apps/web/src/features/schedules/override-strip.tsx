import type { OverrideSetting } from '@tocsin/contracts/schedules/overrides.js';
import { useNames } from '../../data/words/names.js';
import { OverrideBar } from './override-bar.js';
import { OverridePopover } from './override-popover.js';
import { overridePieces, type OverridePiece } from './shared/pieces.js';
import type { PlacedPiece } from './shared/strip-layout.js';
import type { Drawing } from './drawing.js';
import { Strip } from './strip.js';

/** Overrides and temporary schedules. A press of one, or a drag of its edge, begins to change it. */
export function OverrideStrip({ schedule, answer, period, zone, now, edit, form, mayOverride, mayConfigure, grid, personOf }: Drawing) {
  const names = useNames();
  const marks = [now, ...answer.final.flatMap(({ from, to }) => [Date.parse(from), Date.parse(to)])];
  const mayChange = ({ personId }: OverrideSetting) => mayConfigure || (mayOverride && personId === names.me);
  const fields = edit.override?.of ? edit.override : null;
  const bar = (piece: PlacedPiece<OverridePiece>) => {
    const { of } = piece;
    const isOpen = piece.to > now && ('temporaryId' in of ? mayConfigure : mayChange(of));
    return (
      <OverrideBar
        {...{ piece, period, zone, now, marks }}
        person={personOf(piece.personId)}
        onPress={isOpen ? () => ('temporaryId' in of ? edit.changeTemporary(of) : edit.changeOverride(of)) : null}
        onDrawn={isOpen && !('temporaryId' in of) ? (stretch) => edit.changeOverride(of, stretch) : null}
      />
    );
  };
  return (
    <Strip
      label="Overrides"
      hint={period.to <= now ? 'Past: in History' : undefined}
      pieces={overridePieces(schedule.overrides, schedule.temporary, names.person)}
      within={period}
      nothing="No overrides in this time."
      grid={grid}
      draw={bar}
      above={
        fields && (
          <OverridePopover
            {...{ within: period, zone, now, marks, form }}
            stretch={fields}
            onStretch={(stretch) => edit.putOverride({ ...fields, ...stretch })}
          />
        )
      }
    />
  );
}
