import type { FactOf } from '@tocsin/contracts/catalogue.js';
import * as teamLimits from '@tocsin/contracts/teams/limits.js';
import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import type { OwnedSchedule } from '@tocsin/contracts/schedules/schedules.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import type { IndexedTable } from '@tocsin/kernel/rows/indexed-table.js';
import { isNameHeld, nameKeyOf } from '../../rules/names.js';
import { refusePermission, isSystem, hasTeamPermission } from '../../rules/permissions.js';
import type { ConfigurationContext } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import { refuseWhileLookups } from './shared/refuse-lookups.js';
import { decideInTeam, type DecideInTeam, type TeamAnswer, type TeamState } from './shared/state.js';

/** Follows from a team’s handing over: takes over one part of it, small enough for one append. */
export interface TakeOverFromTeam {
  readonly type: 'TakeOverFromTeam';
  readonly data: { readonly teamId: string; readonly fromTeamId: string } & HandoverParts;
}
type HandoverParts = Required<Pick<FactOf<'TeamHandedOver'>, 'services' | 'integrations' | 'policies' | 'schedules'>>;

const handOver: DecideInTeam<{ readonly teamId: string; readonly toTeamId: string }> = ({ teamId, toTeamId }, state, context) => {
  if (teamId === toTeamId) return refuse('team.same', {}, 'toTeamId');
  const to = context.reads.teams.get(toTeamId);
  if (!to || to.removed) return refuse('team.not_found', {}, 'toTeamId');
  if (!hasTeamPermission(context, 'service.configure', to)) return refusePermission('an owner, an admin or a manager of both teams');
  const refused = isSystem(context) ? null : refuseWhileLookups(teamId, context);
  if (refused) return refused;
  const ownedCount = state.services.size + state.integrations.size + state.policies.size + state.schedules.size;
  if (ownedCount === 0) return new Nothing();
  // removed policies too: open groups may still follow one of their versions, and their history stays in one place
  const { schedules, ...first } = firstOf(state);
  const more = ownedCount > teamLimits.movedTogether ? { more: true as const } : {};
  return [{ type: 'TeamHandedOver', data: { teamId, toTeamId, ...first, ...schedulesField(schedules), ...more } }];
};

/** Absent when empty. */
const schedulesField = <One>(schedules: readonly One[]): { readonly schedules?: One[] } =>
  schedules.length > 0 ? { schedules: [...schedules] } : {};

/** One event’s worth of resources: schedules before the policies that use them, policies before services, services before integrations. */
const firstOf = ({ schedules, policies, services, integrations }: TeamState): Record<keyof HandoverParts, string[]> => {
  let room: number = teamLimits.movedTogether;
  const takeIds = (rows: Pick<IndexedTable<never>, 'first'>): string[] => {
    const ids = rows.first(room);
    room -= ids.length;
    return [...ids];
  };
  return { schedules: takeIds(schedules), policies: takeIds(policies), services: takeIds(services), integrations: takeIds(integrations) };
};

interface NamedRow {
  readonly id: string;
  readonly name: string;
}

/** Keeps the name; if it is taken, adds the name of the previous team. */
const renameRows = <Row extends NamedRow>(rows: readonly Row[], targetRows: IndexedTable<Row>, from: string): readonly Row[] => {
  const usedNames = new Set<string>();
  const isTaken = (name: string): boolean => usedNames.has(nameKeyOf(name)) || isNameHeld(targetRows, name);
  // similar names continue one counter, instead of each starting at 1
  const nameCounts = new Map<string, number>();
  return rows.map((row) => {
    const stem = row.name.slice(0, 40);
    let { name } = row;
    let n = nameCounts.get(stem) ?? 1;
    for (; isTaken(name); n += 1) name = `${stem} (${from.slice(0, 30)}${n > 1 ? ` ${n}` : ''})`;
    nameCounts.set(stem, name === row.name ? n : Math.max(n - 1, 1));
    usedNames.add(nameKeyOf(name));
    return name === row.name ? row : { ...row, name };
  });
};

/** Rows that still belong to the other team in memory: nothing is taken over twice. */
const rowsOfTeam = <Row extends NamedRow & { readonly teamId: string }>(
  ids: readonly string[],
  rows: { get(id: string): Row | undefined },
  { teamId, fromTeamId }: { readonly teamId: string; readonly fromTeamId: string },
  targetRows: IndexedTable<Row>,
): readonly Row[] =>
  ids.flatMap((id) => {
    const row = targetRows.get(id) ? undefined : rows.get(id);
    return row?.teamId === fromTeamId ? [{ ...row, teamId }] : [];
  });

/**
 * The fact carries only the newest versions: the view that folds it has the older ones already, and an append has no
 * room for all.
 */
const withNewest = (row: PolicyRow): PolicyRow => ({ ...row, versions: row.versions.slice(-policyLimits.versionsTakenOver) });

/** The team’s part of a schedule; its rules are in its own stream. */
const asOwned = ({ id, teamId, name, externalKey, removed }: OwnedSchedule): OwnedSchedule => ({ id, teamId, name, externalKey, removed });

const takeOver = (data: TakeOverFromTeam['data'], state: TeamState, context: ConfigurationContext): TeamAnswer => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  if (!state.team) return [];
  const { reads } = context;
  const { teamId, fromTeamId } = data;
  const from = reads.teams.get(fromTeamId)?.name ?? 'another team';
  const services = rowsOfTeam(data.services, reads.services, data, state.services);
  const integrations = rowsOfTeam(data.integrations, reads.integrations, data, state.integrations);
  const policies = rowsOfTeam(data.policies, reads.policies, data, state.policies);
  const schedules = rowsOfTeam(data.schedules, reads.schedules, data, state.schedules).map(asOwned);
  if (services.length + integrations.length + policies.length + schedules.length === 0) return [];
  return [
    {
      type: 'TeamTookOver',
      data: {
        teamId,
        fromTeamId,
        services: [...renameRows(services, state.services, from)],
        integrations: [...renameRows(integrations, state.integrations, from)],
        policies: [...renameRows(policies, state.policies, from)].map(withNewest),
        ...schedulesField(renameRows(schedules, state.schedules, from)),
      },
    },
  ];
};

export const handoverDeciders = { MoveAllToTeam: decideInTeam('service.configure', handOver), TakeOverFromTeam: takeOver };

const withoutRows = <Row>(rows: IndexedTable<Row>, ids: readonly string[]): IndexedTable<Row> =>
  ids.reduce((rest, id) => rest.with(id, null), rows);
const withRowsAdded = <Row extends NamedRow>(rows: IndexedTable<Row>, more: readonly Row[]): IndexedTable<Row> =>
  more.reduce((targetRows, row) => targetRows.with(row.id, row), rows);

/** State changes of both teams’ streams. Screens show a resource as the old team’s until the new one has taken it over. */
export const handoverEvolvers = {
  TeamHandedOver: (state: TeamState, data: FactOf<'TeamHandedOver'>): TeamState => ({
    ...state,
    services: withoutRows(state.services, data.services),
    integrations: withoutRows(state.integrations, data.integrations),
    policies: withoutRows(state.policies, data.policies),
    schedules: withoutRows(state.schedules, data.schedules ?? []),
  }),
  TeamTookOver: (state: TeamState, data: FactOf<'TeamTookOver'>): TeamState => ({
    ...state,
    // restores a team that was removed in the same moment, so that nothing is lost between two teams
    team: state.team && { ...state.team, removed: false },
    services: withRowsAdded(state.services, data.services),
    integrations: withRowsAdded(state.integrations, data.integrations),
    policies: withRowsAdded(state.policies, data.policies),
    schedules: withRowsAdded(state.schedules, data.schedules ?? []),
  }),
};

const splitIntoParts = (ids: readonly string[], most: number): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / most) }, (_, n) => ids.slice(n * most, (n + 1) * most));

/** Moves a team’s resources to the other team in parts that fit into an append: policies one by one, since each carries several versions. */
export const handoverProcess: Process<RecordedFact> = {
  name: 'handing-over',
  on: {
    TeamHandedOver: {
      then: ({ data: { teamId: fromTeamId, toTeamId: teamId, services, integrations, policies, schedules = [], more } }) => {
        const createCommand = (more: { readonly [K in keyof HandoverParts]?: readonly string[] }): TakeOverFromTeam => ({
          type: 'TakeOverFromTeam',
          data: { teamId, fromTeamId, services: [], integrations: [], policies: [], schedules: [], ...more } as TakeOverFromTeam['data'],
        });
        return [
          ...splitIntoParts(schedules, 200).map((ids) => createCommand({ schedules: ids })),
          ...splitIntoParts(policies, 1).map((ids) => createCommand({ policies: ids })),
          ...splitIntoParts(services, 35).map((ids) => createCommand({ services: ids })),
          ...splitIntoParts(integrations, 200).map((ids) => createCommand({ integrations: ids })),
          ...(more ? [{ type: 'MoveAllToTeam', data: { teamId: fromTeamId, toTeamId: teamId } }] : []),
        ];
      },
    },
  },
};
