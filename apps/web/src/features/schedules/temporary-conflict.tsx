import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import type { TemporarySetting } from '@tocsin/contracts/schedules/overrides.js';
import { useNames } from '../../data/words/names.js';
import { Conflict } from '../../ui/conflict.js';
import { temporaryFieldsOf, type TemporaryFields } from './temporary-fields.js';
import type { PlanEdit } from './use-plan-edit.js';
import { stretchName } from '../../data/time/zone-times.js';

interface Props {
  schedule: ScheduleRow;
  edit: PlanEdit;
  fields: TemporaryFields;
  of: TemporarySetting;
  zone: string;
}

/** Changes that someone else made to the edited temporary schedule; nothing if there are none. */
export function TemporaryConflict({ schedule, edit, fields, of, zone }: Props) {
  const names = useNames();
  const is = schedule.temporary.find(({ temporaryId }) => temporaryId === of.temporaryId);
  if (!is)
    return (
      <p role="alert" className="text-warn">
        This temporary schedule was removed or has ended.
      </p>
    );
  if (JSON.stringify(is) === JSON.stringify(of)) return null;
  const timeOf = ({ from, to }: { from: string; to: string }) => stretchName(Date.parse(from), Date.parse(to), zone);
  const lines = (one: TemporarySetting) => ({
    time: timeOf(one),
    shifts: one.shifts.map((shift) => `${names.person(shift.personId)} ${timeOf(shift)}`).join('; '),
    fallback: one.fallback.map(names.person).join(', '),
    reason: textOrErased(one.reason),
  });
  return (
    <Conflict
      was={lines(of)}
      is={lines(is)}
      onKeep={() => edit.putTemporary({ ...fields, of: is })}
      onDiscardOwn={() => edit.putTemporary(temporaryFieldsOf(is))}
    />
  );
}
