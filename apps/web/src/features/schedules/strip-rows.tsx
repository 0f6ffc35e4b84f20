import { useNames } from '../../data/words/names.js';
import { Axis, clockChangeWords, Grid } from './axis.js';
import { HolidayMarks } from './holiday-marks.js';
import type { Drawing, StripRowsProps } from './drawing.js';
import { FinalStrip } from './final-strip.js';
import { OverrideStrip } from './override-strip.js';
import { peopleIn } from './people-in.js';
import { initialsOf } from '../../ui/initials.js';
import { huesOf } from '../../ui/person-hue.js';
import { finalPieces, isUnchanged, layerPieces, type ShiftPiece } from './pieces.js';
import { layerWords } from './rotation-words.js';
import { ShiftBar } from './shift-bar.js';
import { Strip } from './strip.js';
import { momentName, stretchName } from '../../data/time/zone-times.js';

/** The strips themselves, over one axis. */
export function StripRows({ span, today, layers, preview, ...row }: StripRowsProps) {
  const { schedule, answer, period, zone, now, moment } = row;
  const names = useNames();
  const hues = huesOf([...peopleIn(schedule, answer), ...peopleIn(schedule, preview ?? undefined)]);
  const hueOf = (personId: string | null) => hues.get(personId ?? '');
  const nameOf = (piece: ShiftPiece) => (piece.personId === null ? 'No one' : names.person(piece.personId));
  const barWith: Drawing['barWith'] = (onPress, isDraft) => (piece) => (
    <ShiftBar
      piece={piece}
      name={nameOf(piece)}
      initials={piece.personId === null ? '' : initialsOf(nameOf(piece))}
      hue={hueOf(piece.personId)}
      says={`${nameOf(piece)}${piece.kind === 'intended' ? ', intended' : ''}, ${stretchName(piece.from, piece.to, zone)}${piece.by ? `, ${piece.by}` : ''}`}
      isDraft={isDraft?.(piece) ?? false}
      onPress={onPress && piece.to > now ? () => onPress(piece) : null}
    />
  );
  const grid = <Grid {...{ period, now, moment }} clockChanges={answer.clockChanges} />;
  const drawing: Drawing = { ...row, grid, hueOf, barWith };
  return (
    <div className="border-y border-line">
      <div className="grid grid-cols-[9rem_1fr] border-b border-line">
        <p className="self-end pb-1 text-xs text-muted">{zone}</p>
        <div className="relative">
          <Axis period={period} span={span} zone={zone} today={today} clockChanges={answer.clockChanges} />
          <HolidayMarks period={period} zone={zone} />
        </div>
      </div>
      <ClockChanges {...{ answer, zone, now }} />
      <FinalStrip {...drawing} />
      {preview && <PreviewStrip {...drawing} preview={preview} />}
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

/** Who would be on call after saving; what changes is hatched. */
function PreviewStrip({ answer, period, grid, barWith, preview }: Drawing & { preview: NonNullable<StripRowsProps['preview']> }) {
  const saved = finalPieces(answer);
  return (
    <Strip
      label="Preview of unsaved changes"
      isDraft
      hint="Not saved: no one is on call by it"
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
