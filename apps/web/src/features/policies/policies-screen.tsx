import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import { useState } from 'react';
import { useAll, useEvery } from '../../data/cache/use-view.js';
import { minutesInWords } from '../../data/time/times.js';
import { useNames, type Names } from '../../data/words/names.js';
import { AvatarRow } from '../../ui/person.js';
import { TablePanel, type Column } from '../../ui/data-table.js';
import { nameColumn, teamColumn } from '../../ui/table-columns.js';
import { Nothing, Screen } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { useJudge } from '../../data/session/session.js';
import { useTeams } from '../teams/shared/teams.js';
import { favouritesFirst, OnlyFavourites, StarButton, useFavourites } from '../contacts/shared/favourites.js';
import { NewPolicy } from './new-policy.js';
import { courseOf } from './draft.js';
import { targetWords } from './shared/target-words.js';

interface Line {
  readonly policy: PolicyRow;
  readonly team: string;
  readonly names: Names;
  readonly services: readonly string[];
}

const columns: readonly Column<Line>[] = [
  nameColumn(
    'Policy',
    '/policies/$id',
    ({ policy }) => policy,
    ({ policy }) => <StarButton kind="policy" id={policy.id} name={policy.name} />,
  ),
  teamColumn(),
  {
    key: 'first',
    head: 'First step',
    width: '26%',
    cell: ({ policy: { steps }, names }) => {
      const targets = steps[0]?.targets ?? [];
      const people = names.behind(targets).map((id) => ({ id, name: names.person(id) }));
      return (
        <span className="flex min-w-0 items-center gap-2">
          {people.length > 0 && <AvatarRow people={people} max={3} />}
          <span className="truncate">{targets.map((target) => targetWords(target, names, names.me)).join(', ') || 'no one'}</span>
        </span>
      );
    },
  },
  {
    key: 'steps',
    head: 'Steps',
    isEnd: true,
    width: '8%',
    by: ({ policy }) => policy.steps.length,
    cell: ({ policy }) => policy.steps.length,
    onPhone: 'named',
  },
  {
    key: 'round',
    head: 'All steps in',
    isEnd: true,
    width: '11%',
    by: ({ policy }) => courseOf(policy).round,
    cell: ({ policy }) => minutesInWords(courseOf(policy).round),
    onPhone: 'named',
  },
  {
    key: 'services',
    head: 'Used by',
    width: '20%',
    by: ({ services }) => -services.length,
    cell: ({ services }) => (
      <span className={`block truncate ${services.length === 0 ? 'text-faint' : 'text-muted'}`} title={services.join(', ')}>
        {services.length === 0 ? 'no service' : services.length === 1 ? services[0] : `${services.length} services`}
      </span>
    ),
  },
];

/** The escalation policies of all teams. */
export function PoliciesScreen() {
  const names = useNames();
  const services = useAll('services').filter(({ state }) => state === 'active');
  const lines = useAll('policies')
    .filter(({ removed }) => !removed)
    .map((policy) => ({
      policy,
      names,
      team: names.team(policy.teamId),
      services: services.filter(({ policyId }) => policyId === policy.id).map(({ name }) => name),
    }));
  const mayIn = useJudge('service.configure');
  const teams = useTeams().filter(({ id }) => mayIn({ teamId: id }));
  const favourites = useFavourites('policy');
  const [isOnly, setOnly] = useState(false);
  const readings = [useEvery('policies'), useEvery('teams'), useEvery('services'), useEvery('people'), useEvery('onCall')];
  return (
    <Screen title="Policies" aside={teams.length > 0 && <NewPolicy teams={teams} />}>
      <WhenRead of={readings} what="The policies" lines={6}>
        {lines.length === 0 ? (
          <Nothing>No policies yet. A policy says who is paged, and who next.</Nothing>
        ) : (
          <>
            <OnlyFavourites of={favourites} checked={isOnly} onChange={setOnly} />
            <TablePanel
              label="Policies"
              columns={columns}
              rows={favouritesFirst(lines, favourites, ({ policy }) => policy.id, isOnly)}
              keyOf={({ policy }) => policy.id}
            />
          </>
        )}
      </WhenRead>
    </Screen>
  );
}
