import { useState, type FormEvent } from 'react';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { placeName, stretchName } from '../../data/time/zone-times.js';
import { fieldErrorsOf, wordsOf } from '../../data/cache/api.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { Difference } from './difference.js';
import { PeopleChips } from './people-chips.js';
import { moveEdges, shiftsIn, type TemporaryFields } from './temporary-fields.js';
import { TemporaryConflict } from './temporary-conflict.js';
import { TemporaryShifts } from './temporary-shifts.js';
import { StretchField } from './stretch-field.js';
import { useFocusInside } from './use-focus-inside.js';
import type { Stretch } from './use-override-drag.js';
import type { PlanEdit } from './use-plan-edit.js';

/** Saves the fields; resolves to the error, or null when done. */
function useSaveTemporary({ id: scheduleId }: ScheduleRow, edit: PlanEdit, { of, from, to }: TemporaryFields, zone: string) {
  const add = useCommand('AddTemporarySchedule', 'add the temporary schedule', { inForm: true });
  const change = useCommand('ChangeTemporarySchedule', 'change the temporary schedule', { inForm: true });
  async function run(): Promise<string | null> {
    try {
      const [act] = await edit.actsToSave();
      if (act?.type === 'AddTemporarySchedule') await add.mutateAsync({ scheduleId, ...act.data });
      else if (act?.type === 'ChangeTemporarySchedule') await change.mutateAsync({ scheduleId, ...act.data });
      else return 'Who is on call then could not be read. Try again.';
    } catch (error) {
      return Object.values(fieldErrorsOf(error))[0] ?? wordsOf(error).says;
    }
    say({ kind: 'done', title: `Temporary schedule ${of ? 'changed' : 'added'}`, detail: stretchName(from, to, zone) });
    edit.close();
    return null;
  }
  return { run, isBusy: add.isPending || change.isPending };
}

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
    // what is not understood is not in the fields: nothing older is saved in its place
    const unclear = form.current?.querySelector<HTMLInputElement>('input[aria-invalid]');
    unclear?.focus();
    if (unclear) return setProblem('A time is not understood.');
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
  const { fallback } = fields;
  return (
    <>
      <div className="flex flex-wrap items-center gap-1.5 leading-7">
        <StretchField
          label="Times of the temporary schedule"
          stretch={fields}
          zone={zone}
          onChange={(stretch) => onChange(moveEdges(fields, stretch))}
        />
        <span className="text-muted">({placeName(zone)}) these shifts replace rotations and overrides:</span>
      </div>
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
