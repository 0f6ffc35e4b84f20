import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Difference } from './difference.js';
import { PeopleChips } from './people-chips.js';
import { moveEdges, shiftsIn, type TemporaryFields } from './temporary-fields.js';
import { TemporaryConflict } from './temporary-conflict.js';
import { TemporaryShifts } from './temporary-shifts.js';
import { MomentSlot } from './typed-slots.js';
import { useFocusInside } from './use-focus-inside.js';
import type { Stretch } from './use-override-drag.js';
import type { PlanEdit } from './use-plan-edit.js';
import { useSaveTemporary } from './use-save-temporary.js';
import { inputOf, instantOf } from './zone-inputs.js';
import { placeName } from '../../data/time/zone-times.js';

interface Props {
  schedule: ScheduleRow;
  edit: PlanEdit;
  fields: TemporaryFields;
  zone: string;
}

/** The affected interval: the old and the new one. */
const affectedStretch = ({ of, from, to }: TemporaryFields): Stretch =>
  of ? { from: Math.min(from, Date.parse(of.from)), to: Math.max(to, Date.parse(of.to)) } : { from, to };

/** A temporary schedule: its own shifts replace rotations and overrides for a time. Starts with the planned shifts. */
export function TemporaryForm({ schedule, edit, fields, zone }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const save = useSaveTemporary(schedule, edit, fields, zone);
  const form = useFocusInside<HTMLFormElement>();
  const { of, from, to } = fields;
  const put = (next: TemporaryFields) => {
    setProblem(null);
    edit.putTemporary(next);
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    setProblem(to <= from ? 'The end must be after the start.' : await save.run());
  }

  return (
    <form
      noValidate
      ref={form}
      aria-label={of ? 'Change temporary schedule' : 'New temporary schedule'}
      onSubmit={(event) => void submit(event)}
      className="my-3 space-y-3 rounded-lg border border-line bg-panel p-4"
    >
      {of && !save.isBusy && <TemporaryConflict schedule={schedule} edit={edit} fields={fields} of={of} zone={zone} />}
      <TemporaryFieldsForm edit={edit} fields={fields} zone={zone} onChange={put} />
      <Difference
        schedule={schedule}
        change={edit.acts.length > 0 ? { acts: edit.acts } : null}
        within={affectedStretch(fields)}
        when=""
        zone={zone}
      />
      {problem && (
        <p role="alert" className="text-warn">
          {problem}
        </p>
      )}
      <div className="flex gap-3">
        <Button kind="act" type="submit" busy={save.isBusy}>
          {of ? 'Save temporary schedule' : 'Add temporary schedule'}
        </Button>
        <Button kind="quiet" onClick={edit.close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface FieldsProps extends Omit<Props, 'schedule'> {
  onChange: (fields: TemporaryFields) => void;
}

/** From when until when, its shifts, who is on call between them, and why. */
function TemporaryFieldsForm({ edit, fields, zone, onChange }: FieldsProps) {
  const { from, to, fallback } = fields;
  const moveEdge = (input: string, edges: (at: number) => Stretch) => {
    const at = instantOf(input, zone);
    if (at !== null) onChange(moveEdges(fields, edges(at)));
  };
  return (
    <>
      <p className="flex flex-wrap items-center gap-1.5 leading-7">
        From
        <MomentSlot
          label="Temporary schedule from"
          value={inputOf(from, zone)}
          onChange={(input) => moveEdge(input, (at) => ({ from: at, to }))}
        />
        until
        <MomentSlot
          label="Temporary schedule until"
          value={inputOf(to, zone)}
          onChange={(input) => moveEdge(input, (at) => ({ from, to: at }))}
        />
        <span className="text-muted">({placeName(zone)}) these shifts replace rotations and overrides:</span>
      </p>
      <TemporaryShifts
        shifts={shiftsIn(fields, edit.planned)}
        within={fields}
        zone={zone}
        onChange={(shifts) => onChange({ ...fields, shifts })}
      />
      <p className="flex flex-wrap items-center gap-1.5">
        Between the shifts
        <PeopleChips of="the fallback" people={fallback} nobody="no one" onChange={(people) => onChange({ ...fields, fallback: people })} />
        {fallback.length > 1 ? 'are' : 'is'} on call.
      </p>
      <TextField
        label="Reason"
        className="max-w-md"
        maxLength={scheduleLimits.overrideReasonCharacters}
        value={fields.reason}
        onChange={({ target }) => onChange({ ...fields, reason: target.value })}
      />
    </>
  );
}
