import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useClock } from '../../data/time/clock.js';
import { useNames } from '../../data/words/names.js';
import { peopleOf, untilThen, whoIsOnCall } from '../on-call/shared/on-call-words.js';
import { useMay } from '../../data/session/session.js';
import { useTeams } from '../teams/shared/teams.js';
import { useAll, useEvery } from '../../data/cache/use-view.js';
import { whoMay } from '../../data/session/who-may.js';
import { Button } from '../../ui/button.js';
import { GapAhead } from './shared/gap-ahead.js';
import { Nothing, Screen } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { TeamGroup } from '../teams/shared/team-group.js';
import { CreateSchedule } from './create-schedule.js';

/** The schedules of every team, a sentence each. */
export function SchedulesScreen() {
  const rows = useAll('onCall').filter(({ removed }) => !removed);
  const teams = useTeams();
  const may = useMay('service.configure');
  const [isCreating, setCreating] = useState(false);
  return (
    <Screen title="Schedules" aside={may && !isCreating && <Button onClick={() => setCreating(true)}>New schedule</Button>}>
      <WhenRead of={[useEvery('onCall'), useEvery('teams'), useEvery('people')]} what="The schedules" lines={6}>
        {isCreating && <CreateSchedule onClose={() => setCreating(false)} />}
        {!may && <p className="-mt-3 mb-4 text-muted">Only {whoMay('service.configure')} can add schedules.</p>}
        {rows.length === 0 && !isCreating && (
          <Nothing>No schedules yet. A schedule says who is on call and when; an escalation policy pages that person.</Nothing>
        )}
        {teams.map((team) => (
          <TeamSchedules key={team.id} team={team} rows={rows.filter(({ teamId }) => teamId === team.id)} />
        ))}
      </WhenRead>
    </Screen>
  );
}

function TeamSchedules({ team, rows }: { team: { id: string; name: string }; rows: readonly OnCallRow[] }) {
  if (rows.length === 0) return null;
  return (
    <TeamGroup team={team}>
      {rows.map((row) => (
        <ScheduleLine key={row.id} row={row} />
      ))}
    </TeamGroup>
  );
}

function ScheduleLine({ row }: { row: OnCallRow }) {
  const names = useNames();
  const then = useClock((now) => untilThen(row, names, now));
  return (
    <li className="relative flex min-h-9 flex-wrap items-center gap-x-2 border-b border-line/70 px-2 py-1.5 hover:bg-hover">
      <Link to="/schedules/$id" params={{ id: row.id }} className="font-medium after:absolute after:inset-0">
        {row.name}
      </Link>
      <span aria-hidden className="text-faint max-sm:hidden">
        ·
      </span>
      <span className="max-sm:w-full">
        <span className={peopleOf(row).length === 0 ? 'font-medium text-warn' : ''}>{whoIsOnCall(row, names)}</span>{' '}
        <span className="text-muted">{then}</span>
      </span>
      <GapAhead scheduleId={row.id} />
    </li>
  );
}
