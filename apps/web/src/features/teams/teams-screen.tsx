import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../data/session/session.js';
import { whoMay } from '../../data/session/who-may.js';
import { useAll, useEvery } from '../../data/cache/use-view.js';
import { useNames } from '../../data/words/names.js';
import { AvatarRow } from '../../ui/person.js';
import { BarredHint } from '../../ui/barred-hint.js';
import { Button } from '../../ui/button.js';
import { TablePanel, type Column } from '../../ui/data-table.js';
import { Nothing, Screen } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { PeopleTabs } from '../people/shared/people-tabs.js';
import { CreateTeamDialog } from './create-team-dialog.js';
import { useTeams } from './shared/teams.js';

interface Line {
  readonly team: TeamRow;
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly managers: string;
  readonly schedules: number;
  readonly services: number;
  readonly policies: number;
}

const countColumn = (key: 'schedules' | 'services' | 'policies', head: string): Column<Line> => ({
  key,
  head,
  isEnd: true,
  width: '11%',
  by: (line) => -line[key],
  cell: (line) => <span className={line[key] === 0 ? 'text-faint' : ''}>{line[key]}</span>,
  onPhone: 'named',
});

const columns: readonly Column<Line>[] = [
  {
    key: 'name',
    head: 'Team',
    width: '28%',
    by: ({ team }) => team.name,
    cell: ({ team: { id, name } }) => (
      <Link to="/teams/$id" params={{ id }} className="block truncate py-1 font-medium hover:underline" title={name}>
        {name}
      </Link>
    ),
  },
  {
    key: 'people',
    head: 'Members',
    by: ({ people }) => -people.length,
    cell: ({ people }) => (people.length === 0 ? <span className="text-faint">none</span> : <AvatarRow people={people} max={6} />),
  },
  {
    key: 'managers',
    head: 'Managers',
    cell: ({ managers }) => <span className="line-clamp-1 text-muted [overflow-wrap:anywhere]">{managers || 'none'}</span>,
    onPhone: 'named',
  },
  countColumn('schedules', 'Schedules'),
  countColumn('services', 'Services'),
  countColumn('policies', 'Policies'),
];

function useTeamLines(): readonly Line[] {
  const names = useNames();
  const [services, policies, onCall] = [useAll('services'), useAll('policies'), useAll('onCall')];
  const countIn = (rows: readonly { readonly teamId: string; readonly removed?: boolean }[], id: string): number =>
    rows.filter(({ teamId, removed }) => teamId === id && !removed).length;
  return useTeams().map((team) => ({
    team,
    people: team.members.map(({ personId }) => ({ id: personId, name: names.person(personId) })),
    managers: team.members
      .filter(({ role }) => role === 'manager')
      .map(({ personId }) => names.person(personId))
      .join(', '),
    schedules: countIn(onCall, team.id),
    services: services.filter(({ teamId, state }) => teamId === team.id && state === 'active').length,
    policies: countIn(policies, team.id),
  }));
}

/** The teams, with who is in them and what they own. */
export function TeamsScreen() {
  const lines = useTeamLines();
  const may = useMay('team.create');
  const people = useAll('people').filter(({ state }) => state !== 'erased').length;
  const [isCreating, setCreating] = useState(false);
  return (
    <Screen
      title="Teams & people"
      aside={
        may && (
          <Button kind="act" onClick={() => setCreating(true)}>
            <Plus aria-hidden size={16} strokeWidth={1.5} />
            New team
          </Button>
        )
      }
    >
      <PeopleTabs people={people} teams={lines.length} />
      {!may && <BarredHint className="mb-4">Only {whoMay('team.create')} can add teams.</BarredHint>}
      <WhenRead
        of={[useEvery('teams'), useEvery('people'), useEvery('services'), useEvery('policies'), useEvery('onCall')]}
        what="The teams"
        lines={6}
      >
        {lines.length === 0 ? (
          <Nothing>No teams yet. A team owns its services, policies and schedules.</Nothing>
        ) : (
          <TablePanel label="Teams" columns={columns} rows={lines} keyOf={({ team }) => team.id} rowHeight={52} />
        )}
      </WhenRead>
      {isCreating && <CreateTeamDialog onClose={() => setCreating(false)} />}
    </Screen>
  );
}
