import type { ShiftsAnswer } from '@tocsin/contracts/schedule-answers.js';
import type { LayerSetting, ScheduleRow } from '@tocsin/contracts/schedules.js';
import type { ReactNode } from 'react';
import { useNames } from '../../data/names.js';
import { Axis, clockChangeWords, Grid } from './axis.js';
import { HolidayMarks } from './holiday-marks.js';
import { peopleIn } from './people-in.js';
import type { Period } from './period.js';
import type { Span } from './spans.js';
import { huesOf } from './person-hues.js';
import { finalPieces, layerPieces, overridePieces, type OverridePiece, type ShiftPiece } from './pieces.js';
import { layerWords } from './rotation-words.js';
import { initialsOf, ShiftBar } from './shift-bar.js';
import { Strip } from './strip.js';
import { OverridePopover } from './override-popover.js';
import { type Placed } from './strip-layout.js';
import { useOverrideDrag, type Stretch } from './use-override-drag.js';
import { momentName, stretchName } from './zone-times.js';

interface Props {
  schedule: ScheduleRow;
  answer: ShiftsAnswer;
  period: Period;
  span: Span;
  zone: string;
  today: string;
  now: number;
  /** The layers that the answer is about: those of an edit while there is one. */
  layers: readonly LayerSetting[];
  /** What is drawn over the strip of who is on call; null: nothing can be. */
  override: OverrideDrawing | null;
}

export interface OverrideDrawing {
  /** The stretch of time whose override is being made. */
  readonly stretch: Stretch | null;
  readonly onStretch: (stretch: Stretch) => void;
  readonly form: ReactNode;
}

/** The strips themselves, over one axis. */
export function StripRows({ schedule, answer, period, span, zone, today, now, layers, override }: Props) {
  const names = useNames();
  const hues = huesOf(peopleIn(schedule, answer));
  const grid = <Grid period={period} now={now} clockChanges={answer.clockChanges} />;
  const nameOf = (piece: ShiftPiece) => (piece.personId === null ? 'No one' : names.person(piece.personId));
  const saysOf = (piece: ShiftPiece) =>
    `${nameOf(piece)}${piece.kind === 'intended' ? ', as chosen' : ''}, ${stretchName(piece.from, piece.to, zone)}${piece.by ? `, ${piece.by}` : ''}`;
  const final = finalPieces(answer);
  const drag = useOverrideDrag({
    marks: [now, ...final.flatMap(({ from, to }) => [from, to])],
    within: period,
    isAllowed: override !== null,
    onDrawn: (stretch) => override?.onStretch(stretch),
  });
  const drawn = drag.ghost ?? override?.stretch ?? null;
  const barWith = (onPress: ((piece: ShiftPiece) => void) | null) => (piece: Placed<ShiftPiece>) => (
    <ShiftBar
      piece={piece}
      name={nameOf(piece)}
      initials={piece.personId === null ? '' : initialsOf(nameOf(piece))}
      hue={hues.get(piece.personId ?? '')}
      says={saysOf(piece)}
      onPress={onPress && piece.to > now ? () => onPress(piece) : null}
    />
  );
  const startOverride = override && (({ from, to }: ShiftPiece) => override.onStretch({ from: Math.max(from, now), to }));
  const overrideBar = (piece: Placed<ShiftPiece & OverridePiece>) => (
    <ShiftBar
      piece={piece}
      name={piece.says}
      hue={hues.get(piece.personId ?? '')}
      says={`${piece.says}, ${stretchName(piece.from, piece.to, zone)}`}
      onPress={null}
    />
  );
  const overrides = overridePieces(schedule.overrides, schedule.temporary, names.person);
  return (
    <div className="border-y border-line">
      <div className="grid grid-cols-[9rem_1fr] border-b border-line">
        <p className="self-end pb-1 text-[12px] text-muted">{zone}</p>
        <div className="relative">
          <Axis period={period} span={span} zone={zone} today={today} clockChanges={answer.clockChanges} />
          <HolidayMarks period={period} zone={zone} />
        </div>
      </div>
      <ClockChanges {...{ answer, zone, now }} />
      <Strip
        label="On call"
        {...(override && { hint: 'Drag to override', handlers: drag.handlers })}
        pieces={final}
        within={period}
        nothing="Nothing is known of this time."
        draw={barWith(startOverride)}
        grid={grid}
        above={drawn && <OverridePopover stretch={drawn} within={period} form={drag.ghost ? null : override?.form} />}
      />
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
      <Strip
        label="Overrides"
        pieces={overrides.map((piece) => ({ ...piece, kind: 'shift' as const, by: null }))}
        within={period}
        nothing="No overrides in this time."
        draw={overrideBar}
        grid={grid}
      />
    </div>
  );
}

/** What the marks on the axis say, for whoever does not see it. */
const ClockChanges = ({ answer, zone, now }: Pick<Props, 'answer' | 'zone' | 'now'>) => (
  <ul className="sr-only">
    {answer.clockChanges.map(({ at, minutes }) => (
      <li key={at}>
        {momentName(Date.parse(at), zone, now)}: {clockChangeWords(minutes)}
      </li>
    ))}
  </ul>
);
