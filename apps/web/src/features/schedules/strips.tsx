import type { ShiftsAnswer } from '@tocsin/contracts/schedules/answers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import type { ReactNode } from 'react';
import { useClock } from '../../data/time/clock.js';
import { useShiftDraft, useShifts, type DraftChange } from './shared/use-shifts.js';
import { WhenRead } from '../../ui/when-read.js';
import { dateAt, periodOf } from './shared/period.js';
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
  /** The form of the drawn override. */
  form: ReactNode;
  mayOverride: boolean;
  mayConfigure: boolean;
}

const minute = 60_000;

/** All unsaved edits; null: none. */
function changeOf(layers: ScheduleEdit, { acts }: PlanEdit): DraftChange | null {
  if (!layers.isDirty && acts.length === 0) return null;
  return { ...(layers.isDirty && layersChanged(layers.draft)), ...(acts.length > 0 && { acts }) };
}

/** Final shifts, rotations and overrides as strips; during an edit, beside them what they would become. */
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
  // what is not saved is no one’s duty: it has strips of its own; errors of a draft are shown in its editor
  const preview = change ? (draft.data ?? null) : null;
  const answer: ShiftsAnswer | undefined = saved.data;
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
          <StripRows
            {...{ schedule, answer, preview, period, span, zone, today, now, moment, edit, ...drawing }}
            layers={layers.base.layers}
          />
        )}
      </WhenRead>
    </>
  );
}

/** Time zone of the displayed times. */
export const zoneShown = ({ zone }: ScheduleSearch, { timeZone }: Pick<ScheduleRow, 'timeZone'>): string =>
  zone === 'schedule' ? timeZone : browserZone();
