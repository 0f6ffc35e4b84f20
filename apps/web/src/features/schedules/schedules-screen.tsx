import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useClock } from '../../data/time/clock.js';
import { clockTime } from '../../data/time/times.js';
import { useNames, type Names } from '../../data/words/names.js';
import { listNames } from '../../data/words/list-names.js';
import { nextHandoffs, peopleOf } from '../on-call/shared/on-call-words.js';
import { useMay } from '../../data/session/session.js';
import { useAll, useEvery } from '../../data/cache/use-view.js';
import { whoMay } from '../../data/session/who-may.js';
import { AvatarRow, Person } from '../../ui/person.js';
import { BarredHint } from '../../ui/barred-hint.js';
import { Button } from '../../ui/button.js';
import { TablePanel, type Column } from '../../ui/data-table.js';
import { nameColumn, teamColumn } from '../../ui/table-columns.js';
import { GapAhead } from './shared/gap-ahead.js';
import { Nothing, Screen } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { favouritesFirst, OnlyFavourites, StarButton, useFavourites } from '../contacts/shared/favourites.js';
import { CreateSchedule } from './create-schedule.js';
import { peopleIn } from './people-in.js';

interface Line {
  readonly row: OnCallRow;
  readonly team: string;
  readonly names: Names;
  /** All who take part. */
  readonly people: readonly { readonly id: string; readonly name: string }[];
  /** `until Mon 09:00, then Bo`; null: no planned change of people. */
  readonly handoff: { readonly at: string; readonly says: string; readonly then: string } | null;
}

const minute = 60_000;

const columns: readonly Column<Line>[] = [
  nameColumn(
    'Schedule',
    '/schedules/$id',
    ({ row }) => row,
    ({ row }) => <StarButton kind="schedule" id={row.id} name={row.name} />,
  ),
  teamColumn(),
  {
    key: 'now',
    head: 'On call now',
    width: '18%',
    by: ({ row, names }) => names.person(peopleOf(row)[0]),
    cell: ({ row, names }) => {
      const [first, ...others] = peopleOf(row);
      if (first === undefined) return <Person personId={null} name="No one" />;
      const says = listNames([first, ...others], names);
      return <Person personId={first} name={names.person(first)} says={says === 'you' ? 'You' : says} />;
    },
  },
  {
    key: 'handoff',
    head: 'Next handoff',
    width: '19%',
    by: ({ handoff }) => handoff?.at ?? '~',
    cell: ({ handoff }) =>
      handoff ? (
        <span className="block truncate text-muted">
          <span className="tabular-nums">{handoff.says}</span>: {handoff.then}
        </span>
      ) : (
        <span className="text-faint">none planned</span>
      ),
    onPhone: 'named',
  },
  {
    key: 'people',
    head: 'People',
    width: '12%',
    by: ({ people }) => -people.length,
    cell: ({ people }) => (people.length === 0 ? <span className="text-faint">none</span> : <AvatarRow people={people} max={4} />),
  },
  { key: 'gap', head: 'Next gap', width: '18%', cell: ({ row }) => <GapAhead scheduleId={row.id} /> },
];

function useLines(): readonly Line[] {
  const names = useNames();
  const now = useClock((time) => time - (time % minute));
  const schedules = new Map(useAll('schedules').map((schedule) => [schedule.id, schedule]));
  const rows = useAll('onCall').filter(({ removed }) => !removed);
  return rows.map((row) => {
    const schedule = schedules.get(row.id);
    const [handoff] = nextHandoffs([row]);
    return {
      row,
      names,
      team: names.team(row.teamId),
      people: schedule ? peopleIn(schedule).map((id) => ({ id, name: names.person(id) })) : [],
      handoff: handoff ? { at: handoff.nextAt, says: clockTime(handoff.nextAt, now), then: listNames(row.next, names) || 'no one' } : null,
    };
  });
}

/** The schedules of every team. */
export function SchedulesScreen() {
  const lines = useLines();
  const favourites = useFavourites('schedule');
  const [isOnly, setOnly] = useState(false);
  const may = useMay('service.configure');
  const [isCreating, setCreating] = useState(false);
  return (
    <Screen
      title="Schedules"
      aside={
        may &&
        !isCreating && (
          <Button kind="act" onClick={() => setCreating(true)}>
            <Plus aria-hidden size={16} strokeWidth={1.5} />
            New schedule
          </Button>
        )
      }
    >
      <WhenRead of={[useEvery('onCall'), useEvery('schedules'), useEvery('teams'), useEvery('people')]} what="The schedules" lines={6}>
        {isCreating && <CreateSchedule onClose={() => setCreating(false)} />}
        {!may && <BarredHint className="mb-4">Only {whoMay('service.configure')} can add schedules.</BarredHint>}
        {lines.length === 0 && !isCreating && (
          <Nothing>No schedules yet. A schedule says who is on call and when; an escalation policy pages that person.</Nothing>
        )}
        <OnlyFavourites of={favourites} checked={isOnly} onChange={setOnly} />
        {lines.length > 0 && (
          <TablePanel
            label="Schedules"
            columns={columns}
            rows={favouritesFirst(lines, favourites, ({ row }) => row.id, isOnly)}
            keyOf={({ row }) => row.id}
            rowHeight={52}
          />
        )}
      </WhenRead>
    </Screen>
  );
}
