import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { PolicyRow } from '@tocsin/contracts/policies.js';
import type { OwnedSchedule } from '@tocsin/contracts/schedules.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { Nothing } from '@tocsin/kernel/decide/refused.js';
import type { IndexedTable } from '@tocsin/kernel/rows/indexed-table.js';
import { isNameHeld, nameKey } from '../rules/names.js';
import { denied, isSystem, mayInTeam } from '../rules/permissions.js';
import type { ConfigurationContext } from '../reads.js';
import { refuse } from '../rules/refuse.js';
import { inTeam, type InTeam, type TeamAnswer, type TeamState } from './shared/state.js';

/** Follows from a team’s handing over: takes over one part of it, small enough for one append. */
export interface TakeOverFromTeam {
  readonly type: 'TakeOverFromTeam';
  readonly data: { readonly teamId: string; readonly fromTeamId: string } & Parts;
}
type Parts = Required<Pick<FactOf<'TeamHandedOver'>, 'services' | 'integrations' | 'policies' | 'schedules'>>;

const handOver: InTeam<{ readonly teamId: string; readonly toTeamId: string }> = ({ teamId, toTeamId }, state, context) => {
  if (teamId === toTeamId) return refuse('team.same', {}, 'toTeamId');
  const to = context.reads.teams.get(toTeamId);
  if (!to || to.removed) return refuse('team.not_found', {}, 'toTeamId');
  if (!mayInTeam(context, 'service.configure', to)) return denied('an owner, an admin or a manager of both teams');
  const owned = state.services.size + state.integrations.size + state.policies.size + state.schedules.size;
  if (owned === 0) return new Nothing();
  // removed policies too: open groups may still follow one of their versions, and their history stays in one place
  const { schedules, ...first } = firstOf(state);
  const more = owned > limits.movedTogether ? { more: true as const } : {};
  return [{ type: 'TeamHandedOver', data: { teamId, toTeamId, ...first, ...someOf(schedules), ...more } }];
};

/** Absent when empty, as in facts from before there were schedules. */
const someOf = <One>(schedules: readonly One[]): { readonly schedules?: One[] } =>
  schedules.length > 0 ? { schedules: [...schedules] } : {};

/** One event’s worth of resources: schedules before the policies that use them, policies before services, services before integrations. */
const firstOf = ({ schedules, policies, services, integrations }: TeamState): Record<keyof Parts, string[]> => {
  let room: number = limits.movedTogether;
  const some = (rows: Pick<IndexedTable<never>, 'first'>): string[] => {
    const ids = rows.first(room);
    room -= ids.length;
    return [...ids];
  };
  return { schedules: some(schedules), policies: some(policies), services: some(services), integrations: some(integrations) };
};

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Keeps the name; if it is taken, adds the name of the previous team. */
const renamed = <Row extends Named>(rows: readonly Row[], there: IndexedTable<Row>, from: string): readonly Row[] => {
  const given = new Set<string>();
  const isTaken = (name: string): boolean => given.has(nameKey(name)) || isNameHeld(there, name);
  // similar names continue one counter, instead of each starting at 1
  const counted = new Map<string, number>();
  return rows.map((row) => {
    const stem = row.name.slice(0, 40);
    let { name } = row;
    let n = counted.get(stem) ?? 1;
    for (; isTaken(name); n += 1) name = `${stem} (${from.slice(0, 30)}${n > 1 ? ` ${n}` : ''})`;
    counted.set(stem, name === row.name ? n : Math.max(n - 1, 1));
    given.add(nameKey(name));
    return name === row.name ? row : { ...row, name };
  });
};

/** Rows that still belong to the other team in memory: nothing is taken over twice. */
const ofTeam = <Row extends Named & { readonly teamId: string }>(
  ids: readonly string[],
  rows: { get(id: string): Row | undefined },
  { teamId, fromTeamId }: { readonly teamId: string; readonly fromTeamId: string },
  there: IndexedTable<Row>,
): readonly Row[] =>
  ids.flatMap((id) => {
    const row = there.get(id) ? undefined : rows.get(id);
    return row?.teamId === fromTeamId ? [{ ...row, teamId }] : [];
  });

/**
 * The fact carries only the newest versions: the view that folds it has the older ones already, and an append has no
 * room for all.
 */
const withNewest = (row: PolicyRow): PolicyRow => ({ ...row, versions: row.versions.slice(-limits.versionsTakenOver) });

/** The team’s part of a schedule; its rules are in its own stream. */
const asOwned = ({ id, teamId, name, externalKey, removed }: OwnedSchedule): OwnedSchedule => ({ id, teamId, name, externalKey, removed });

const takeOver = (data: TakeOverFromTeam['data'], state: TeamState, context: ConfigurationContext): TeamAnswer => {
  if (!isSystem(context)) return denied('Tocsin itself');
  if (!state.team) return [];
  const { reads } = context;
  const { teamId, fromTeamId } = data;
  const from = reads.teams.get(fromTeamId)?.name ?? 'another team';
  const services = ofTeam(data.services, reads.services, data, state.services);
  const integrations = ofTeam(data.integrations, reads.integrations, data, state.integrations);
  const policies = ofTeam(data.policies, reads.policies, data, state.policies);
  const schedules = ofTeam(data.schedules, reads.schedules, data, state.schedules).map(asOwned);
  if (services.length + integrations.length + policies.length + schedules.length === 0) return [];
  return [
    {
      type: 'TeamTookOver',
      data: {
        teamId,
        fromTeamId,
        services: [...renamed(services, state.services, from)],
        integrations: [...renamed(integrations, state.integrations, from)],
        policies: [...renamed(policies, state.policies, from)].map(withNewest),
        ...someOf(renamed(schedules, state.schedules, from)),
      },
    },
  ];
};

export const handingOver = { MoveAllToTeam: inTeam('service.configure', handOver), TakeOverFromTeam: takeOver };

const without = <Row>(rows: IndexedTable<Row>, ids: readonly string[]): IndexedTable<Row> =>
  ids.reduce((rest, id) => rest.with(id, null), rows);
const having = <Row extends Named>(rows: IndexedTable<Row>, more: readonly Row[]): IndexedTable<Row> =>
  more.reduce((there, row) => there.with(row.id, row), rows);

/** State changes of both teams’ streams. Screens show a resource as the old team’s until the new one has taken it over. */
export const handedOver = {
  TeamHandedOver: (state: TeamState, data: FactOf<'TeamHandedOver'>): TeamState => ({
    ...state,
    services: without(state.services, data.services),
    integrations: without(state.integrations, data.integrations),
    policies: without(state.policies, data.policies),
    schedules: without(state.schedules, data.schedules ?? []),
  }),
  TeamTookOver: (state: TeamState, data: FactOf<'TeamTookOver'>): TeamState => ({
    ...state,
    // restores a team that was removed in the same moment, so that nothing is lost between two teams
    team: state.team && { ...state.team, removed: false },
    services: having(state.services, data.services),
    integrations: having(state.integrations, data.integrations),
    policies: having(state.policies, data.policies),
    schedules: having(state.schedules, data.schedules ?? []),
  }),
};

const inParts = (ids: readonly string[], most: number): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / most) }, (_, n) => ids.slice(n * most, (n + 1) * most));

/** Moves a team’s resources to the other team in parts that fit into an append: policies one by one, since each carries several versions. */
export const handingOverProcess: Process<RecordedFact> = {
  name: 'handing-over',
  on: {
    TeamHandedOver: {
      then: ({ data: { teamId: fromTeamId, toTeamId: teamId, services, integrations, policies, schedules = [], more } }) => {
        const part = (more: { readonly [K in keyof Parts]?: readonly string[] }): TakeOverFromTeam => ({
          type: 'TakeOverFromTeam',
          data: { teamId, fromTeamId, services: [], integrations: [], policies: [], schedules: [], ...more } as TakeOverFromTeam['data'],
        });
        return [
          ...inParts(schedules, 200).map((ids) => part({ schedules: ids })),
          ...inParts(policies, 1).map((ids) => part({ policies: ids })),
          ...inParts(services, 50).map((ids) => part({ services: ids })),
          ...inParts(integrations, 200).map((ids) => part({ integrations: ids })),
          ...(more ? [{ type: 'MoveAllToTeam', data: { teamId: fromTeamId, toTeamId: teamId } }] : []),
        ];
      },
    },
  },
};
