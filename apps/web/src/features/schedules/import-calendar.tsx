import type { ShiftsImportAnswer, ShiftsRequest } from '@tocsin/contracts/schedules/calendar-import.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fieldErrorsOf, wordsOf } from '../../data/cache/api.js';
import { useMay } from '../../data/session/session.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { Button } from '../../ui/button.js';
import { CalendarSourceFields, type CalendarSource } from './shared/calendar-source.js';
import { Check, TextField } from '../../ui/field.js';
import { Nothing, Section } from '../../ui/screen.js';
import { SelectField } from '../../ui/select.js';
import { ImportPreview } from './import-preview.js';

type CalendarImportMode = NonNullable<ShiftsRequest['how']>;

/** Puts the people named in a calendar on call: its events become overrides, after a preview. */
export function ImportCalendar({ schedule }: { schedule: ScheduleRow }) {
  const may = useMay('service.configure', { teamId: schedule.teamId });
  const [isOpen, setOpen] = useState(false);
  if (!may) return null;
  return (
    <Section
      title="Import a calendar"
      aside={
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Cancel' : 'Import'}
        </Button>
      }
    >
      {isOpen ? <ImportForm scheduleId={schedule.id} /> : <Nothing>Import overrides from an .ics file or URL.</Nothing>}
    </Section>
  );
}

const Failure = ({ error }: { error: Error }) => (
  <p role="alert" className="text-warn">
    {wordsOf(error).says} {wordsOf(error).todo}
  </p>
);

const Tells = ({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) => (
  <Check
    label="Tell people of their shifts, also if this calendar is new"
    checked={checked}
    onChange={({ target }) => onChange(target.checked)}
  />
);

function ImportForm({ scheduleId }: { scheduleId: string }) {
  const [source, setSource] = useState<CalendarSource | null>(null);
  const [calendar, setCalendar] = useState('');
  const [how, setHow] = useState<CalendarImportMode>('add');
  const [isTold, setTold] = useState(false);
  const preview = useMutation({
    mutationFn: () => api<ShiftsImportAnswer>('POST', `/schedules/${scheduleId}/calendar`, { body: { ...source, calendar, how } }),
  });
  const save = useCommand('ImportOverrides', 'import the calendar');
  const again = (change: () => void) => {
    preview.reset();
    change();
  };
  const answer = preview.data;
  const errors = fieldErrorsOf(preview.error);
  const submit = async (shifts: ShiftsImportAnswer['shifts']) => {
    await save.mutateAsync({ scheduleId, calendar, how, shifts, ...(isTold ? { tells: true } : {}) });
    preview.reset();
    say({ kind: 'done', title: 'Calendar imported', detail: 'Import it again to pick up changes.' });
  };
  return (
    <form
      noValidate
      className="space-y-4 pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        preview.mutate();
      }}
    >
      <CalendarSourceFields error={errors['address']} onChoose={(chosen) => again(() => setSource(chosen))} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Calendar name"
          hint="Importing again under the same name updates the existing overrides."
          value={calendar}
          maxLength={80}
          error={errors['calendar']}
          onChange={({ target }) => again(() => setCalendar(target.value))}
        />
        <SelectField
          label="Its people are on call"
          value={how}
          onChange={({ target }) => again(() => setHow(target.value as CalendarImportMode))}
        >
          <option value="add">besides the others</option>
          <option value="replace">instead of everyone else</option>
        </SelectField>
      </div>
      <Tells checked={isTold} onChange={setTold} />
      {preview.error && Object.keys(errors).length === 0 && <Failure error={preview.error} />}
      {answer ? (
        <ImportPreview answer={answer} busy={save.isPending} onImport={() => void submit(answer.shifts).catch(() => undefined)} />
      ) : (
        <Button
          type="submit"
          busy={preview.isPending}
          whyNot={(!source && 'Choose a file, or type an address') || (calendar.trim() === '' && 'Required')}
        >
          Preview
        </Button>
      )}
    </form>
  );
}
