import type { HolidaysAnswer } from '@tocsin/contracts/schedules/calendar-import.js';
import type { HolidayCalendarRow } from '@tocsin/contracts/holidays/noun.js';
import type { OrganisationRow } from '@tocsin/contracts/organisation/noun.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fieldErrorsOf, wordsOf } from '../../../data/cache/api.js';
import { useMay } from '../../../data/session/session.js';
import { say } from '../../../data/toasts.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { useRemoval } from '../../../data/cache/use-removal.js';
import { useAll, useEvery } from '../../../data/cache/use-view.js';
import { whoMay } from '../../../data/session/who-may.js';
import { Button } from '../../../ui/button.js';
import { holidayProblemWords } from '../../schedules/shared/import-words.js';
import { CalendarSourceFields, type CalendarSource } from '../../schedules/shared/calendar-source.js';
import { TextField } from '../../../ui/field.js';
import { Removal } from '../../../ui/resource/removal.js';
import { ResourceList } from '../../../ui/resource/resource-list.js';
import { SelectField } from '../../../ui/select.js';

const none = '';

/** Holiday calendars, and the default for people without a choice. */
export function Holidays({ organisation }: { organisation: OrganisationRow }) {
  const may = useMay('organisation.configure');
  const reading = useEvery('holidayCalendars');
  const calendars = useAll('holidayCalendars');
  return (
    <ResourceList
      title="Holidays"
      what="The holiday calendars"
      reading={reading}
      rows={calendars}
      renderLine={(calendar) => <CalendarLine calendar={calendar} may={may} />}
      empty="Holidays are shown and counted in schedules. They don’t change who is on call."
      filter={{ param: 'holidays', textOf: ({ name }) => name }}
      history={{ stream: 'holidays' }}
      whyBarred={!may && `Only ${whoMay('organisation.configure')} can change this.`}
    >
      {calendars.length > 0 && <DefaultCalendar organisation={organisation} calendars={calendars} may={may} />}
      {may && <ImportHolidays calendars={calendars} />}
    </ResourceList>
  );
}

interface DefaultProps {
  organisation: OrganisationRow;
  calendars: readonly HolidayCalendarRow[];
  may: boolean;
}

function DefaultCalendar({ organisation, calendars, may }: DefaultProps) {
  const choose = useCommand('ChooseDefaultHolidayCalendar', 'choose the holidays');
  return (
    <SelectField
      label="Default calendar"
      hint="Applies to everyone who has not chosen one."
      className="mt-3 max-w-md"
      value={organisation.holidayCalendarId ?? none}
      disabled={!may || choose.isPending}
      onChange={({ target: { value } }) => choose.mutate({ calendarId: value === none ? null : value })}
    >
      <option value={none}>No holidays</option>
      {calendars.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function CalendarLine({ calendar: { id: calendarId, name, days }, may }: { calendar: HolidayCalendarRow; may: boolean }) {
  const remove = useRemoval('RemoveHolidayCalendar', `remove the holidays of ${name}`);
  return (
    <li className="flex min-h-10 items-center gap-3 border-b border-line/70">
      <span className="font-medium">{name}</span>
      <span className="text-muted">{days.length === 1 ? '1 day' : `${days.length.toLocaleString('en')} days`}</span>
      {may && (
        <span className="ml-auto">
          <Removal
            label="Remove"
            says={`${name} no longer applies to anyone.`}
            act="Remove calendar"
            onRemove={() => remove({ calendarId })}
          />
        </span>
      )}
    </li>
  );
}

/** Under the name of one that is there, its days are replaced. */
function ImportHolidays({ calendars }: { calendars: readonly HolidayCalendarRow[] }) {
  const [source, setSource] = useState<CalendarSource | null>(null);
  const [name, setName] = useState('');
  const [problems, setProblems] = useState<HolidaysAnswer['problems']>([]);
  const save = useCommand('ImportHolidayCalendar', 'import the holidays', { inForm: true });
  const there = calendars.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  const act = useMutation({
    mutationFn: async () => {
      const { days, isCut, problems: found } = await api<HolidaysAnswer>('POST', '/calendars/holidays', { body: source });
      setProblems(found);
      await save.mutateAsync({ name, days, ...(there ? { calendarId: there.id } : {}) });
      return { days: days.length, isCut };
    },
    onSuccess: ({ days }) => {
      setName('');
      say({ kind: 'done', title: days === 1 ? '1 holiday imported' : `${days} holidays imported` });
    },
  });
  const errors = fieldErrorsOf(act.error);
  return (
    <form
      noValidate
      className="mt-4 space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        act.mutate();
      }}
    >
      <CalendarSourceFields error={errors['address']} onChoose={setSource} />
      <TextField
        label="Calendar name"
        className="max-w-md"
        maxLength={80}
        value={name}
        error={errors['name'] ?? (errors['days'] && 'The calendar has no events of whole days.')}
        hint={there ? 'Replaces the calendar of this name.' : undefined}
        onChange={({ target }) => setName(target.value)}
        beside={
          <Button
            type="submit"

            busy={act.isPending}
            whyNot={(!source && 'Choose a file, or type an address') || (name.trim() === '' && 'Required')}
          >
            Import
          </Button>
        }
      />
      {act.data?.isCut && (
        <output className="block text-warn">
          The calendar has more than {act.data.days.toLocaleString('en')} holidays. Those after the last one imported are left out.
        </output>
      )}
      {problems.length > 0 && (
        <output className="block max-h-72 overflow-y-auto text-warn" aria-label="Events that were left out">
          {problems.map((problem) => (
            <span key={`${problem.line} ${problem.detail}`} className="block">
              {holidayProblemWords(problem)}
            </span>
          ))}
        </output>
      )}
      {act.error && Object.keys(errors).length === 0 && (
        <p role="alert" className="text-warn">
          {wordsOf(act.error).says} {wordsOf(act.error).todo}
        </p>
      )}
    </form>
  );
}
