import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import { useState } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { serverNow, useClock } from '../../data/time/clock.js';
import { fromLocalInput, toLocalInput } from '../../data/time/local-input.js';
import { browserZone, stretchName } from '../../data/time/zone-times.js';
import { Button } from '../../ui/button.js';
import { DateField } from '../../ui/date-field.js';
import { Section } from '../../ui/screen.js';
import { LowUrgency } from './low-urgency.js';
import { UncoveredList } from './uncovered-list.js';

type Period = NonNullable<PersonRow['away']>[number];
const { awayLength: longest } = peopleLimits;
const minute = 60_000;
const day = 1_440 * minute;

/** When low urgency skips me: daily hours, and times away. */
export const TimeAway = ({ person }: { person: Pick<PersonRow, 'id' | 'lowUrgency' | 'timeZone' | 'away'> }) => (
  <Section id="away" title="Low urgency and time away">
    <LowUrgency person={person} />
    <Periods personId={person.id} periods={person.away ?? []} />
    <PlanAway personId={person.id} />
  </Section>
);

const stateAt = ({ from, to }: Period, now: number): 'over' | 'now' | 'ahead' => {
  if (Date.parse(to) <= now) return 'over';
  return Date.parse(from) <= now ? 'now' : 'ahead';
};

function Periods({ personId, periods }: { personId: string; periods: readonly Period[] }) {
  const states = useClock((now) => periods.map((period) => stateAt(period, now)).join(' ')).split(' ');
  const end = useCommand('EndAway', 'end your time away');
  const ahead = periods.flatMap((period, n) => (states[n] === 'over' ? [] : [{ ...period, isNow: states[n] === 'now' }]));
  if (ahead.length === 0) return null;
  return (
    <ul className="mt-5">
      {ahead.map(({ awayId, from, to, isNow }) => (
        <li key={awayId} className="border-b border-line/70 py-2">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <p className="tabular-nums">
              <span className={isNow ? 'font-medium text-warn' : 'font-medium'}>{isNow ? 'Away now' : 'Away'}</span>{' '}
              {stretchName(Date.parse(from), Date.parse(to), browserZone())}
            </p>
            <Button busy={end.isPending} onClick={() => end.mutate({ personId, awayId })}>
              {isNow ? 'End now' : 'Cancel time away'}
            </Button>
          </div>
          <UncoveredList personId={personId} from={from} to={to} />
        </li>
      ))}
    </ul>
  );
}

/** Both instants are of the same form, so that their texts are in the order of time. */
const whatIsWrong = (from: string, to: string): string | undefined => {
  if (to <= from) return 'Choose a time after the first.';
  return Date.parse(to) - Date.parse(from) > longest ? `At most ${longest / day} days.` : undefined;
};

/** Start and end, with what is left uncovered, before it is saved. */
function PlanAway({ personId }: { personId: string }) {
  const plan = useCommand('PlanAway', 'plan your time away');
  const [typed, setTyped] = useState({ from: '', to: '' });
  const [from, to] = [fromLocalInput(typed.from) ?? new Date(serverNow() - (serverNow() % minute)).toISOString(), fromLocalInput(typed.to)];
  const wrong = to === null ? undefined : whatIsWrong(from, to);
  return (
    <form
      className="mt-5 grid gap-4 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!to) return;
        plan.mutate({ personId, to, ...(fromLocalInput(typed.from) ? { from } : {}) }, { onSuccess: () => setTyped({ from: '', to: '' }) });
      }}
    >
      <DateField
        label="Away from"
        kind="datetime"
        hint="Empty: from now on."
        value={typed.from}
        onChange={(text) => setTyped({ ...typed, from: text })}
      />
      <DateField
        label="Away until"
        kind="datetime"
        min={toLocalInput(serverNow())}
        value={typed.to}
        error={wrong}
        onChange={(text) => setTyped({ ...typed, to: text })}
      />
      <p className="text-xs text-muted sm:col-span-2">
        While you are away, low-urgency pages skip you and go to the next person. High-urgency pages still page you: for those, ask for
        cover.
      </p>
      {to !== null && !wrong && (
        <div className="sm:col-span-2">
          <UncoveredList personId={personId} from={from} to={to} />
        </div>
      )}
      <div className="sm:col-span-2">
        <Button type="submit" whyNot={to === null ? 'Enter when you are back' : (wrong ?? false)} busy={plan.isPending}>
          Plan time away
        </Button>
      </div>
    </form>
  );
}
