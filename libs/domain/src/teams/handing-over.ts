import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/process.js';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { Nothing } from '@tocsin/kernel/refused.js';
import type { Table } from '@tocsin/kernel/table.js';
import { nameKey } from '../names.js';
import { denied, isSystem, mayInTeam } from '../permissions.js';
import type { ConfigurationContext } from '../reads.js';
import { refuse } from '../refuse.js';
import { inTeam, type InTeam, type TeamAnswer, type TeamState } from './state.js';

/** Follows from a team’s handing over: a part of it, small enough for one append. */
export interface TakeOverFromTeam {
  readonly type: 'TakeOverFromTeam';
  readonly data: { readonly teamId: string; readonly fromTeamId: string } & Parts;
}
type Parts = Pick<FactOf<'TeamHandedOver'>, 'services' | 'integrations' | 'policies'>;

const handOver: InTeam<{ readonly teamId: string; readonly toTeamId: string }> = ({ teamId, toTeamId }, state, context) => {
  if (teamId === toTeamId) return refuse('team.same', {}, 'toTeamId');
  const to = context.reads.teams.get(toTeamId);
  if (!to || to.removed) return refuse('team.not_found', {}, 'toTeamId');
  if (!mayInTeam(context, 'service.configure', to)) return denied('an owner, an admin or a manager of both teams');
  const services = [...state.services.keys()];
  const integrations = [...state.integrations.keys()];
  // removed ones too: open groups may still climb a version of theirs, and their history stays in one place
  const policies = [...state.policies.keys()];
  if (services.length + integrations.length + policies.length === 0) return new Nothing();
  return [{ type: 'TeamHandedOver', data: { teamId, toTeamId, services, integrations, policies } }];
};

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Under the name it had; where that is taken, under one that says whence it came. */
const renamed = <Row extends Named>(rows: readonly Row[], there: readonly Named[], from: string): readonly Row[] => {
  const taken = new Set(there.map(({ name }) => nameKey(name)));
  return rows.map((row) => {
    let { name } = row;
    for (let n = 1; taken.has(nameKey(name)); n += 1) name = `${row.name.slice(0, 40)} (${from.slice(0, 30)}${n > 1 ? ` ${n}` : ''})`;
    taken.add(nameKey(name));
    return name === row.name ? row : { ...row, name };
  });
};

/** Rows that are still the other team’s in memory: what was taken over already is not taken twice. */
const ofTeam = <Row extends Named & { readonly teamId: string }>(
  ids: readonly string[],
  rows: { get(id: string): Row | undefined },
  { teamId, fromTeamId }: { readonly teamId: string; readonly fromTeamId: string },
  there: Table<Row>,
): readonly Row[] =>
  ids.flatMap((id) => {
    const row = there.get(id) ? undefined : rows.get(id);
    return row?.teamId === fromTeamId ? [{ ...row, teamId }] : [];
  });

const takeOver = (data: TakeOverFromTeam['data'], state: TeamState, context: ConfigurationContext): TeamAnswer => {
  if (!isSystem(context)) return denied('Tocsin itself');
  if (!state.team) return [];
  const { reads } = context;
  const { teamId, fromTeamId } = data;
  const from = reads.teams.get(fromTeamId)?.name ?? 'another team';
  const services = ofTeam(data.services, reads.services, data, state.services);
  const integrations = ofTeam(data.integrations, reads.integrations, data, state.integrations);
  const policies = ofTeam(data.policies, reads.policies, data, state.policies);
  if (services.length + integrations.length + policies.length === 0) return [];
  const live = state.policies.values().filter(({ removed }) => !removed);
  return [
    {
      type: 'TeamTookOver',
      data: {
        teamId,
        fromTeamId,
        services: [...renamed(services, state.services.values(), from)],
        integrations: [...renamed(integrations, state.integrations.values(), from)],
        policies: [...renamed(policies, live, from)],
      },
    },
  ];
};

export const handingOver = { MoveAllToTeam: inTeam('service.configure', handOver), TakeOverFromTeam: takeOver };

const without = <Row>(rows: Table<Row>, ids: readonly string[]): Table<Row> => ids.reduce((rest, id) => rest.with(id, null), rows);
const having = <Row extends Named>(rows: Table<Row>, more: readonly Row[]): Table<Row> =>
  more.reduce((there, row) => there.with(row.id, row), rows);

/** What the stream of each of the two teams knows after it. Screens show a thing as the old team’s until the new one has it. */
export const handedOver = {
  TeamHandedOver: (state: TeamState, data: FactOf<'TeamHandedOver'>): TeamState => ({
    ...state,
    services: without(state.services, data.services),
    integrations: without(state.integrations, data.integrations),
    policies: without(state.policies, data.policies),
  }),
  TeamTookOver: (state: TeamState, data: FactOf<'TeamTookOver'>): TeamState => ({
    // a team that was removed in the same moment is there again: nothing falls between two teams
    team: state.team && { ...state.team, removed: false },
    services: having(state.services, data.services),
    integrations: having(state.integrations, data.integrations),
    policies: having(state.policies, data.policies),
  }),
};

const inParts = (ids: readonly string[], most: number): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / most) }, (_, n) => ids.slice(n * most, (n + 1) * most));

/** What one team handed over, the other takes over, in parts that fit into an append: policies with all their versions go one by one. */
export const handingOverProcess: Process<RecordedFact> = {
  name: 'handing-over',
  on: {
    TeamHandedOver: {
      then: ({ data: { teamId: fromTeamId, toTeamId: teamId, services, integrations, policies } }) => {
        const part = (more: { readonly [K in keyof Parts]?: readonly string[] }): TakeOverFromTeam => ({
          type: 'TakeOverFromTeam',
          data: { teamId, fromTeamId, services: [], integrations: [], policies: [], ...more } as TakeOverFromTeam['data'],
        });
        return [
          ...inParts(policies, 1).map((ids) => part({ policies: ids })),
          ...inParts(services, 50).map((ids) => part({ services: ids })),
          ...inParts(integrations, 200).map((ids) => part({ integrations: ids })),
        ];
      },
    },
  },
};
