import type { ShiftsAnswer } from '@tocsin/contracts/schedule-answers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules.js';
import type { ReactNode } from 'react';
import { useClock } from '../../data/time/clock.js';
import { useShiftDraft, useShifts, type DraftChange } from './shared/use-shifts.js';
import { WhenRead } from '../../ui/when-read.js';
import { dateAt, periodOf } from './period.js';
import { StripRows } from './strip-rows.js';
import { Toolbar } from './toolbar.js';
import type { PlanEdit } from './use-plan-edit.js';
import { layersChanged, type ScheduleEdit } from './use-schedule-edit.js';
import { usualSpan, type ScheduleSearch } from './view-search.js';
import { browserZone } from '../../data/time/zone-times.js';

interface Props {
  schedule: ScheduleRow;
  layers: ScheduleEdit;
  edit: PlanEdit;
  search: ScheduleSearch;
  onSearch: (search: ScheduleSearch) => void;
  /** What is asked about the override that is drawn. */
  form: ReactNode;
  mayOverride: boolean;
  mayConfigure: boolean;
}

const minute = 60_000;

/** All that is edited and not saved; null: nothing is. */
function changeOf(layers: ScheduleEdit, { acts }: PlanEdit): DraftChange | null {
  if (!layers.isDirty && acts.length === 0) return null;
  return { ...(layers.isDirty && layersChanged(layers.draft)), ...(acts.length > 0 && { acts }) };
}

/** Who is on call in the end, by which rotations, and by which overrides; while something is edited, as it would be. */
export function Strips({ schedule, layers, edit, search, onSearch, ...drawing }: Props) {
  const now = useClock((time) => time - (time % minute));
  const zones = { mine: browserZone(), schedule: schedule.timeZone };
  const zone = zoneShown(search, schedule);
  const span = search.span ?? usualSpan;
  const today = dateAt(now, zone);
  const moment = search.at === undefined ? null : Date.parse(search.at);
  const day = search.day ?? (moment === null ? today : dateAt(moment, zone));
  const period = periodOf(span, day, zone);
  const saved = useShifts(schedule, period);
  const change = changeOf(layers, edit);
  const draft = useShiftDraft(schedule, change, period);
  // what can't be computed is said where it is edited; the strips keep what was
  const answer: ShiftsAnswer | undefined = (change && draft.data) || saved.data;
  return (
    <>
      <Toolbar
        {...{ span, day, period, zone, zones, now }}
        onSpan={(next) => onSearch({ ...search, span: next === usualSpan ? undefined : next })}
        // today is no moment that a link is about
        onDay={(next) => onSearch({ ...search, day: next, ...(next === undefined && { at: undefined }) })}
        onZone={(next) => onSearch({ ...search, zone: next })}
      />
      <WhenRead of={[saved]} what="Who is on call" lines={6}>
        {answer && (
          <StripRows {...{ schedule, answer, period, span, zone, today, now, moment, edit, ...drawing }} layers={layers.draft.layers} />
        )}
      </WhenRead>
    </>
  );
}

/** By whose clock times are shown. */
export const zoneShown = ({ zone }: ScheduleSearch, { timeZone }: Pick<ScheduleRow, 'timeZone'>): string =>
  zone === 'schedule' ? timeZone : browserZone();
