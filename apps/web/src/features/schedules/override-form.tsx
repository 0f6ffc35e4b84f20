import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { useState, type FormEvent } from 'react';
import { fieldErrorsOf, wordsOf } from '../../data/cache/api.js';
import { serverNow } from '../../data/time/clock.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Difference } from './difference.js';
import type { OverrideFields } from './override-fields.js';
import { MomentField, PlaceField, useOverriders, WhoField } from './override-inputs.js';
import { OverrideConflict } from './override-conflict.js';
import type { TypedOverride } from './typed-override.js';
import { TypedLine } from './typed-line.js';
import type { Stretch } from './use-override-drag.js';
import { useFocusInside } from './use-focus-inside.js';
import type { PlanEdit } from './use-plan-edit.js';
import { stretchName } from '../../data/time/zone-times.js';

interface Props {
  schedule: ScheduleRow;
  edit: PlanEdit;
  fields: OverrideFields;
  zone: string;
}

const alreadyOnCall = 'They are already on call then.';

/** The affected interval: the old and the new one. */
const affectedStretch = ({ of, from, to }: OverrideFields): Stretch =>
  of ? { from: Math.min(from, Date.parse(of.from)), to: Math.max(to, Date.parse(of.to)) } : { from, to };

const Problem = ({ children }: { children: string }) => (
  <p role="alert" className="text-warn">
    {children}
  </p>
);

/** What a typed line fills in. */
const partOf = ({ from, to, personId }: TypedOverride): Partial<OverrideFields> => ({
  ...(from !== null && to !== null ? { from, to } : {}),
  ...(personId === null ? {} : { who: personId }),
});

/** The first missing input, as text. */
const missingIn = ({ who, from, to }: OverrideFields): string | null => {
  if (who === '') return 'Choose who is on call.';
  return to <= from ? 'The end must be after the start.' : null;
};

/** Person, time and reason: in fields, or typed as one line. Responders put themselves on call, managers anyone. */
export function OverrideForm({ schedule, edit, fields, zone }: Props) {
  const people = useOverriders(schedule);
  const [problem, setProblem] = useState<string | null>(null);
  const [isTypedWrong, setTypedWrong] = useState(false);
  const save = useSaved(schedule, edit, fields, zone);
  const form = useFocusInside<HTMLFormElement>();
  const { of, who } = fields;
  const put = (part: Partial<OverrideFields>) => {
    setProblem(null);
    edit.putOverride({ ...fields, ...part });
  };
  const take = (typed: TypedOverride | null) => {
    setTypedWrong(typed === null);
    if (typed) put(partOf(typed));
  };
  const isNothing = edit.planned !== undefined && who !== '' && fields.to > fields.from && edit.acts.length === 0;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isTypedWrong) return;
    setProblem(missingIn(fields) ?? (await save.run()));
  }

  return (
    <form
      noValidate
      ref={form}
      aria-label={of ? 'Change override' : 'New override'}
      onSubmit={(event) => void submit(event)}
      className="space-y-3"
    >
      {of ? (
        !save.isBusy && <OverrideConflict schedule={schedule} edit={edit} of={of} zone={zone} />
      ) : (
        <TypedLine known={() => ({ now: serverNow(), zone, people })} onRead={take} />
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <MomentField label="From" at={fields.from} zone={zone} onChange={(from) => put({ from })} />
        <MomentField label="Until" at={fields.to} zone={zone} onChange={(to) => put({ to })} />
        <WhoField schedule={schedule} people={people} who={who} onChange={(who) => put({ who })} />
        <PlaceField
          fields={fields}
          onCall={edit.planned?.final.map(({ personId }) => personId) ?? []}
          onChange={(place) => put({ place })}
        />
      </div>
      <TextField
        label="Reason"
        maxLength={scheduleLimits.overrideReasonCharacters}
        value={fields.reason}
        onChange={({ target }) => put({ reason: target.value })}
      />
      {isNothing && !problem && <p className="text-muted">{alreadyOnCall}</p>}
      <Difference
        schedule={schedule}
        change={edit.acts.length > 0 ? { acts: edit.acts } : null}
        within={affectedStretch(fields)}
        when=""
        zone={zone}
      />
      {problem && <Problem>{problem}</Problem>}
      <Buttons of={of} edit={edit} isBusy={save.isBusy} whyNot={isTypedWrong && 'The typed line is not understood'} />
    </form>
  );
}

const Buttons = ({
  of,
  edit,
  isBusy,
  whyNot,
}: Pick<OverrideFields, 'of'> & { edit: PlanEdit; isBusy: boolean; whyNot: string | false }) => (
  <div className="flex flex-row-reverse gap-2">
    <Button kind="act" type="submit" busy={isBusy} whyNot={whyNot}>
      {of ? 'Save override' : 'Add override'}
    </Button>
    <Button kind="quiet" onClick={edit.close}>
      Cancel
    </Button>
    {of && (
      <Button kind="quiet" className="mr-auto" onClick={() => edit.remove({ overrideId: of.overrideId })}>
        Remove…
      </Button>
    )}
  </div>
);

/** Saves the fields; resolves to the error, or null when done. */
function useSaved(schedule: ScheduleRow, edit: PlanEdit, fields: OverrideFields, zone: string) {
  const add = useCommand('AddOverrides', 'add the override', { inForm: true });
  const change = useCommand('ChangeOverride', 'change the override', { inForm: true });
  async function run(): Promise<string | null> {
    try {
      const [act] = await edit.actsToSave();
      if (act?.type === 'AddOverrides') await add.mutateAsync({ scheduleId: schedule.id, ...act.data });
      else if (act?.type === 'ChangeOverride') await change.mutateAsync({ scheduleId: schedule.id, ...act.data });
      else return alreadyOnCall;
    } catch (error) {
      return Object.values(fieldErrorsOf(error))[0] ?? wordsOf(error).says;
    }
    say({ kind: 'done', title: fields.of ? 'Override changed' : 'Override added', detail: stretchName(fields.from, fields.to, zone) });
    edit.close();
    return null;
  }
  return { run, isBusy: add.isPending || change.isPending };
}
