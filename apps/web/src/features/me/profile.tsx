import { clockFormats, type ClockFormat } from '@tocsin/contracts/people/fields.js';
import { type PersonRow } from '@tocsin/contracts/people/rows.js';
import { useState } from 'react';
import { plainName } from '../../data/words/names.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useAll } from '../../data/cache/use-view.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Section } from '../../ui/screen.js';
import { Email } from './email.js';
import { ZoneField } from '../../ui/zone-field.js';
import { SelectField } from '../../ui/select.js';

/** The profile of the signed-in person: name, e-mail, time zone, clock format, holidays. */
export function Profile({ person }: { person: Omit<PersonRow, 'passwordRef' | 'invitationHash'> }) {
  const { id: personId, timeZone } = person;
  const name = plainName(person.name);
  const rename = useCommand('RenamePerson', 'change your name');
  const move = useCommand('ChangePersonTimeZone', 'change your time zone');
  const [typed, setTyped] = useState(name);
  return (
    <Section title="Profile">
      <div className="grid gap-4 pt-2 sm:grid-cols-2">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            rename.mutate({ personId, name: typed }, { onSuccess: () => say({ kind: 'done', title: 'Saved' }) });
          }}
        >
          <TextField
            label="Name"
            required
            maxLength={80}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            beside={
              <Button
                type="submit"

                whyNot={typed.trim() === name ? 'No changes yet' : !typed.trim() && 'Required'}
                busy={rename.isPending}
              >
                Save
              </Button>
            }
          />
        </form>
        <Email person={person} />
        <ClockChoice personId={personId} format={person.clockFormat ?? '24h'} />
        <HolidayChoice personId={personId} calendarId={person.holidayCalendarId ?? null} />
        <ZoneField
          label="Time zone"
          value={timeZone}
          disabled={move.isPending}
          onChoose={(zone) => move.mutate({ personId, timeZone: zone })}
        />
      </div>
    </Section>
  );
}

/** The holiday calendar that applies to me; hidden if there is none. */
function HolidayChoice({ personId, calendarId }: { personId: string; calendarId: string | null }) {
  const choose = useCommand('ChooseHolidayCalendar', 'choose the holidays');
  const calendars = useAll('holidayCalendars');
  if (calendars.length === 0) return null;
  return (
    <SelectField
      label="Holidays"
      value={calendarId ?? ''}
      disabled={choose.isPending}
      onChange={({ target: { value } }) => choose.mutate({ personId, calendarId: value === '' ? null : value })}
    >
      <option value="">Organisation’s default</option>
      {calendars.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

const clockWords: Readonly<Record<ClockFormat, string>> = { '24h': '24-hour, 14:05', '12h': '12-hour, 2:05 pm' };

/** My time format, in every browser. */
function ClockChoice({ personId, format }: { personId: string; format: ClockFormat }) {
  const choose = useCommand('ChooseClockFormat', 'change the clock');
  return (
    <SelectField
      label="Clock"
      value={format}
      disabled={choose.isPending}
      onChange={(event) => choose.mutate({ personId, format: event.target.value as ClockFormat })}
    >
      {clockFormats.map((one) => (
        <option key={one} value={one}>
          {clockWords[one]}
        </option>
      ))}
    </SelectField>
  );
}
