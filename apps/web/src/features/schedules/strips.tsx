import type { ShiftsAnswer } from '@tocsin/contracts/schedule-answers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules.js';
import { useClock } from '../../data/clock.js';
import { useShiftDraft, useShifts } from '../../data/use-shifts.js';
import { WhenRead } from '../../ui/when-read.js';
import { dateAt, periodOf } from './period.js';
import { StripRows, type OverrideDrawing } from './strip-rows.js';
import { Toolbar } from './toolbar.js';
import { draftRequestOf, type ScheduleEdit } from './use-schedule-edit.js';
import { usualSpan, type ScheduleSearch } from './view-search.js';
import { browserZone } from './zone-times.js';

interface Props {
  schedule: ScheduleRow;
  edit: ScheduleEdit;
  search: ScheduleSearch;
  onSearch: (search: ScheduleSearch) => void;
  override: OverrideDrawing | null;
}

const minute = 60_000;

/** Who is on call in the end, by which rotations, and by which overrides; while rotations are edited, as they would be. */
export function Strips({ schedule, edit, search, onSearch, override }: Props) {
  const now = useClock((time) => time - (time % minute));
  const zones = { mine: browserZone(), schedule: schedule.timeZone };
  const zone = zoneShown(search, schedule);
  const span = search.span ?? usualSpan;
  const today = dateAt(now, zone);
  const day = search.day ?? today;
  const period = periodOf(span, day, zone);
  const saved = useShifts(schedule, period);
  const draft = useShiftDraft(schedule, edit.isDirty ? draftRequestOf(edit.draft, period) : null);
  // what can't be computed is said at the rotations; the strips keep what was
  const answer: ShiftsAnswer | undefined = (edit.isDirty && draft.data) || saved.data;
  return (
    <>
      <Toolbar
        {...{ span, day, period, zone, zones, now }}
        onSpan={(next) => onSearch({ ...search, span: next === usualSpan ? undefined : next })}
        onDay={(next) => onSearch({ ...search, day: next })}
        onZone={(next) => onSearch({ ...search, zone: next })}
      />
      <WhenRead of={[saved]} what="Who is on call" lines={6}>
        {answer && <StripRows {...{ schedule, answer, period, span, zone, today, now, override }} layers={edit.draft.layers} />}
      </WhenRead>
    </>
  );
}

/** By whose clock times are shown. */
export const zoneShown = ({ zone }: ScheduleSearch, { timeZone }: Pick<ScheduleRow, 'timeZone'>): string =>
  zone === 'schedule' ? timeZone : browserZone();
