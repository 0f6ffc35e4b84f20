import type { ShiftsAnswer } from '@tocsin/contracts/schedule-answers.js';
import type { LayerSetting, ScheduleRow } from '@tocsin/contracts/schedules.js';
import type { ReactNode } from 'react';
import { useNames } from '../../data/names.js';
import { Axis, clockChangeWords, Grid } from './axis.js';
import { HolidayMarks } from './holiday-marks.js';
import { FinalStrip } from './final-strip.js';
import { OverrideStrip } from './override-strip.js';
import { peopleIn } from './people-in.js';
import type { Period } from './period.js';
import { huesOf } from './person-hues.js';
import { layerPieces, type ShiftPiece } from './pieces.js';
import { layerWords } from './rotation-words.js';
import { initialsOf, ShiftBar } from './shift-bar.js';
import type { Span } from './spans.js';
import type { Placed } from './strip-layout.js';
import { Strip } from './strip.js';
import type { PlanEdit } from './use-plan-edit.js';
import { momentName, stretchName } from '../../ui/zone-times.js';

interface StripRowsProps {
  schedule: ScheduleRow;
  answer: ShiftsAnswer;
  period: Period;
  span: Span;
  zone: string;
  today: string;
  now: number;
  /** The layers that the answer is about: those of an edit while there is one. */
  layers: readonly LayerSetting[];
  edit: PlanEdit;
  form: ReactNode;
  mayOverride: boolean;
  mayConfigure: boolean;
}

/** What each strip is drawn with. */
export interface Drawing extends Omit<StripRowsProps, 'layers' | 'span' | 'today'> {
  grid: ReactNode;
  hueOf: (personId: string | null) => number | undefined;
  barWith: (onPress: ((piece: ShiftPiece) => void) | null) => (piece: Placed<ShiftPiece>) => ReactNode;
}

/** The strips themselves, over one axis. */
export function StripRows({ span, today, layers, ...shown }: StripRowsProps) {
  const { schedule, answer, period, zone, now } = shown;
  const names = useNames();
  const hues = huesOf(peopleIn(schedule, answer));
  const hueOf = (personId: string | null) => hues.get(personId ?? '');
  const nameOf = (piece: ShiftPiece) => (piece.personId === null ? 'No one' : names.person(piece.personId));
  const barWith = (onPress: ((piece: ShiftPiece) => void) | null) => (piece: Placed<ShiftPiece>) => (
    <ShiftBar
      piece={piece}
      name={nameOf(piece)}
      initials={piece.personId === null ? '' : initialsOf(nameOf(piece))}
      hue={hueOf(piece.personId)}
      says={`${nameOf(piece)}${piece.kind === 'intended' ? ', as chosen' : ''}, ${stretchName(piece.from, piece.to, zone)}${piece.by ? `, ${piece.by}` : ''}`}
      onPress={onPress && piece.to > now ? () => onPress(piece) : null}
    />
  );
  const grid = <Grid period={period} now={now} clockChanges={answer.clockChanges} />;
  const drawing: Drawing = { ...shown, grid, hueOf, barWith };
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
      <FinalStrip {...drawing} />
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

/** What the marks on the axis say, for whoever does not see it. */
const ClockChanges = ({ answer, zone, now }: Pick<StripRowsProps, 'answer' | 'zone' | 'now'>) => (
  <ul className="sr-only">
    {answer.clockChanges.map(({ at, minutes }) => (
      <li key={at}>
        {momentName(Date.parse(at), zone, now)}: {clockChangeWords(minutes)}
      </li>
    ))}
  </ul>
);
