import type { LowUrgencyHours } from '@tocsin/contracts/people/away.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import { useState } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { say } from '../../data/toasts.js';
import { Button } from '../../ui/button.js';
import { DateField } from '../../ui/date-field.js';
import { Check } from '../../ui/field.js';
import { SelectField } from '../../ui/select.js';
import { weekdayNames } from '../../data/time/weekdays.js';

const onTheHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
const { sleepHours, workingHours } = peopleLimits;
const defaultHours: LowUrgencyHours = {
  pages: 'policy',
  sleep: { from: onTheHour(sleepHours.from), to: onTheHour(sleepHours.to) },
  working: { from: onTheHour(workingHours.from), to: onTheHour(workingHours.to), weekdays: [...workingHours.weekdays] },
};

const hasEmptyTime = ({ sleep, working }: LowUrgencyHours): boolean => [sleep.from, sleep.to, working.from, working.to].includes('');

const choices: Readonly<Record<LowUrgencyHours['pages'], string>> = {
  policy: 'As defined in escalation policies',
  awake: 'Outside my sleep hours',
  working: 'During my working hours only',
};

/** The hours in which low urgency may page the signed-in person, in their time zone. */
export function LowUrgency({
  person: { id: personId, lowUrgency = defaultHours, timeZone },
}: {
  person: Pick<PersonRow, 'id' | 'lowUrgency' | 'timeZone'>;
}) {
  const choose = useCommand('ChooseLowUrgencyHours', 'change when low urgency pages you');
  const [draft, setDraft] = useState(lowUrgency);
  const isSame = JSON.stringify(draft) === JSON.stringify(lowUrgency);
  const whyNot = isSame
    ? 'No changes yet'
    : hasEmptyTime(draft)
      ? 'Enter all times'
      : draft.working.weekdays.length === 0 && 'Choose a weekday';
  return (
    <form
      className="grid gap-4 pt-2 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        choose.mutate({ personId, ...draft }, { onSuccess: () => say({ kind: 'done', title: 'Saved' }) });
      }}
    >
      <SelectField
        label="Low-urgency pages"
        className="sm:col-span-2"
        hint={`Times are in ${timeZone}. High-urgency pages come at any time.`}
        value={draft.pages}
        onChange={({ target }) => setDraft({ ...draft, pages: target.value as LowUrgencyHours['pages'] })}
      >
        {Object.entries(choices).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      {draft.pages === 'working' ? (
        <>
          <Hours label="Work" hours={draft.working} onChange={(hours) => setDraft({ ...draft, working: { ...draft.working, ...hours } })} />
          <Weekdays
            chosen={draft.working.weekdays}
            onChange={(weekdays) => setDraft({ ...draft, working: { ...draft.working, weekdays } })}
          />
        </>
      ) : (
        <Hours label="Sleep" hours={draft.sleep} onChange={(sleep) => setDraft({ ...draft, sleep })} />
      )}
      <div className="sm:col-span-2">
        <Button type="submit" whyNot={whyNot} busy={choose.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}

interface Times {
  readonly from: string;
  readonly to: string;
}

const Hours = ({
  label,
  hours: { from, to },
  onChange,
}: {
  label: string;
  hours: Times;
  onChange: (hours: { from: string; to: string }) => void;
}) => (
  <>
    <DateField label={`${label} from`} kind="time" required value={from} onChange={(time) => onChange({ from: time, to })} />
    <DateField
      label={`${label} until`}
      kind="time"
      required
      value={to}
      error={from === to ? 'Choose a time other than the first.' : undefined}
      onChange={(time) => onChange({ from, to: time })}
    />
  </>
);

const Weekdays = ({ chosen, onChange }: { chosen: readonly number[]; onChange: (weekdays: number[]) => void }) => (
  <fieldset className="flex flex-wrap gap-x-4 gap-y-2 sm:col-span-2" aria-label="Working days">
    {weekdayNames.map((name, n) => (
      <Check
        key={name}
        label={name}
        checked={chosen.includes(n + 1)}
        onChange={({ target }) =>
          onChange([...chosen.filter((day) => day !== n + 1), ...(target.checked ? [n + 1] : [])].toSorted((a, b) => a - b))
        }
      />
    ))}
  </fieldset>
);
