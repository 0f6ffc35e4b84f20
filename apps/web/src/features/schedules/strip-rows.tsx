import { useNames } from '../../data/words/names.js';
import { Axis, clockChangeWords, Grid } from './shared/axis.js';
import { HolidayMarks } from './holiday-marks.js';
import type { Drawing, StripRowsProps } from './drawing.js';
import { FinalStrip } from './final-strip.js';
import { OverrideStrip } from './override-strip.js';
import { peopleIn } from './people-in.js';
import { huesOf } from '../../ui/person-hue.js';
import { panelClass } from '../../ui/panel.js';
import { finalPieces, isUnchanged, layerPieces, type ShiftPiece } from './shared/pieces.js';
import { layerWords } from './rotation-words.js';
import { pieceTimes } from './shared/piece-words.js';
import { ShiftBar } from './shared/shift-bar.js';
import { Strip } from './strip.js';
import { momentName } from '../../data/time/zone-times.js';

/** The strips themselves, over one axis. */
export function StripRows({ span, today, layers, preview, ...row }: StripRowsProps) {
  const { schedule, answer, period, zone, now, moment } = row;
  const names = useNames();
  const hues = huesOf([...peopleIn(schedule, answer), ...peopleIn(schedule, preview ?? undefined)]);
  const personOf: Drawing['personOf'] = (personId) =>
    personId === null ? undefined : { name: names.person(personId), hue: hues.get(personId) ?? 0 };
  const nameOf = (piece: ShiftPiece) => (piece.personId === null ? 'No one' : names.person(piece.personId));
  const barWith: Drawing['barWith'] = (onPress, isDraft) => (piece) => (
    <ShiftBar
      piece={piece}
      person={personOf(piece.personId)}
      text={piece.by ? `${nameOf(piece)} · ${piece.by}` : nameOf(piece)}
      says={`${nameOf(piece)}${piece.kind === 'intended' ? ', intended' : ''}, ${pieceTimes(piece, period, zone, now)}${piece.by ? `, ${piece.by}` : ''}`}
      isDraft={isDraft?.(piece) ?? false}
      onPress={onPress && piece.to > now ? () => onPress(piece) : null}
    />
  );
  const grid = <Grid {...{ period, now, moment }} clockChanges={answer.clockChanges} />;
  const drawing: Drawing = { ...row, grid, personOf, barWith };
  return (
    <div className={`${panelClass} overflow-hidden`}>
      <div className="grid grid-cols-[200px_1fr]">
        <p className="self-end truncate pb-2 pl-4 text-xs text-muted">{zone}</p>
        <div className="relative">
          <Axis {...{ period, span, zone, today, now }} clockChanges={answer.clockChanges} isTall />
          <HolidayMarks period={period} zone={zone} />
        </div>
      </div>
      <ClockChanges {...{ answer, zone, now }} />
      <FinalStrip {...drawing} />
      {preview && <PreviewStrip {...drawing} preview={preview} />}
      {answer.layers.length > 0 && <RowsHead>Rotations</RowsHead>}
      {answer.layers.map(({ layerId, name, shifts }) => {
        const layer = layers.find((one) => one.layerId === layerId);
        return (
          <Strip
            key={layerId}
            label={name}
            hint={layer && layerWords(layer, names.person)}
            pieces={layerPieces(shifts)}
            within={period}
            nothing="No turns in this time."
            draw={barWith(null)}
            grid={grid}
          />
        );
      })}
      <OverrideStrip {...drawing} />
    </div>
  );
}

const RowsHead = ({ children }: { children: string }) => (
  <p className="border-t border-line-soft bg-well py-1 pl-4 text-xs font-semibold text-muted">{children}</p>
);

/** Who would be on call after saving; what changes is hatched. */
function PreviewStrip({ answer, period, grid, barWith, preview }: Drawing & { preview: NonNullable<StripRowsProps['preview']> }) {
  const saved = finalPieces(answer);
  return (
    <Strip
      label="Preview of unsaved changes"
      title="With your changes"
      badge="Unsaved changes"
      pieces={finalPieces(preview)}
      within={period}
      nothing="No one would be on call."
      showsEmptyText
      draw={barWith(null, (piece) => !isUnchanged(piece, saved))}
      grid={grid}
    />
  );
}

/** The marks on the axis, for screen readers. */
const ClockChanges = ({ answer, zone, now }: Pick<StripRowsProps, 'answer' | 'zone' | 'now'>) => (
  <ul className="sr-only">
    {answer.clockChanges.map(({ at, minutes }) => (
      <li key={at}>
        {momentName(Date.parse(at), zone, now)}: {clockChangeWords(minutes)}
      </li>
    ))}
  </ul>
);
