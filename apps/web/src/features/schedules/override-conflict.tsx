import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import type { OverrideSetting } from '@tocsin/contracts/schedules/overrides.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { useNames } from '../../data/words/names.js';
import { Conflict } from '../../ui/conflict.js';
import { changedMeanwhile, fieldsOf } from './override-fields.js';
import { overrideWords } from './shared/pieces.js';
import type { PlanEdit } from './use-plan-edit.js';
import { stretchName } from '../../data/time/zone-times.js';

interface Props {
  schedule: ScheduleRow;
  edit: PlanEdit;
  of: OverrideSetting;
  zone: string;
}

/** Changes that someone else made to the edited override; nothing if there are none. */
export function OverrideConflict({ schedule, edit, of, zone }: Props) {
  const names = useNames();
  const is = changedMeanwhile(of, schedule.overrides);
  if (is === null) return null;
  if (is === 'removed')
    return (
      <p role="alert" className="text-warn">
        This override was removed or has ended.
      </p>
    );
  const lines = (one: OverrideSetting) => ({
    override: overrideWords(one, names.person),
    time: stretchName(Date.parse(one.from), Date.parse(one.to), zone),
    reason: textOrErased(one.reason),
  });
  return (
    <Conflict
      was={lines(of)}
      is={lines(is)}
      onKeep={() => edit.override && edit.putOverride({ ...edit.override, of: is })}
      onDiscardOwn={() => edit.putOverride(fieldsOf(is))}
    />
  );
}
