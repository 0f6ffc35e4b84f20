import * as fileLimits from '@tocsin/contracts/config-files/limits.js';
import type { ConfigItemRow, ConfigStep, ItemKind } from '@tocsin/contracts/config-files/noun.js';
import { throughOf } from '@tocsin/contracts/contacts/kinds.js';
import { organisationRouter } from '@tocsin/contracts/route-rules/noun.js';
import type { ConfigChange } from '@tocsin/contracts/config-files/plan.js';
import type { Item } from './directory.js';
import { nearest } from './documents.js';
import type { PlanningInput } from './input.js';

type Removable = Exclude<ItemKind, 'Team'>;
type Command = NonNullable<ConfigStep['command']>;

const commandOf: { readonly [K in Removable]: (id: string, teamId: string, input: PlanningInput) => Command } = {
  InhibitionRule: (ruleId) => ({ type: 'RemoveInhibitionRule', data: { ruleId } }),
  LookupTable: (lookupId) => ({ type: 'RemoveLookup', data: { lookupId } }),
  MaintenanceWindow: (windowId) => ({ type: 'RemoveMaintenance', data: { windowId } }),
  Heartbeat: (heartbeatId) => ({ type: 'RemoveHeartbeat', data: { heartbeatId } }),
  Routes: (id, teamId, input) => noRoutes(input.directory.routerOf(id)!, teamId, input),
  Integration: (integrationId, teamId) => ({ type: 'RemoveIntegration', data: { teamId, integrationId } }),
  Service: (serviceId, teamId) => ({ type: 'ArchiveService', data: { teamId, serviceId } }),
  Policy: (policyId, teamId) => ({ type: 'RemovePolicy', data: { teamId, policyId } }),
  Schedule: (scheduleId, teamId) => ({ type: 'RemoveSchedule', data: { teamId, scheduleId } }),
  Connection: (connectionId) => ({ type: 'RemoveConnection', data: { connectionId } }),
};

/** The routes of an integration, or of the organisation, are one list. */
const noRoutes = (routerId: string, teamId: string, { reads }: PlanningInput): Command => {
  const data = { version: reads.routeRules.get(routerId)?.version ?? 0, rules: [] };
  return routerId === organisationRouter
    ? { type: 'ChangeOrganisationRoutes', data }
    : { type: 'ChangeRoutes', data: { teamId, integrationId: routerId, ...data } };
};

const order = Object.keys(commandOf) as readonly Removable[];

interface Left {
  readonly row: ConfigItemRow & { readonly kind: ItemKind };
  readonly teamId: string;
  readonly label: string;
}

const teamIdOf = ({ reads, directory }: PlanningInput, { kind, id }: Left['row']): string | undefined => {
  if (kind === 'Routes')
    return (reads.routeRules.get(directory.routerOf(id) ?? '')?.rules.length ?? 0) > 0 ? directory.teamOf(id) : undefined;
  // whatever was removed has no team in the directory
  return kind === 'Service' && reads.services.get(id)?.state !== 'active' ? undefined : directory.teamOf(id);
};

/** What this source owns and its files no longer name. */
const listLeft = (
  items: readonly Item[],
  isWanted: (item: { readonly teamId: string }) => boolean,
  input: PlanningInput,
): readonly Left[] => {
  const named = new Set(items.map(({ id }) => id));
  return input.reads.configItems.where('source', input.options.source).flatMap((row): readonly Left[] => {
    const { kind } = row;
    if (kind === 'Overrides' || named.has(row.id)) return [];
    const left = { ...row, kind };
    const teamId = teamIdOf(input, left);
    return teamId !== undefined && isWanted({ teamId }) ? [{ row: left, teamId, label: input.directory.labelOf(row.id) }] : [];
  });
};

/** Whose contact methods need a connection of this kind. */
const countPeople = (connectionId: string, { connections, contacts }: PlanningInput['reads']): number => {
  const kind = connections.get(connectionId)?.kind;
  return [...contacts.all()].filter(({ methods }) => methods.some((method) => kind !== undefined && throughOf(method.kind).includes(kind)))
    .length;
};

interface Removals {
  readonly steps: readonly ConfigStep[];
  readonly changes: readonly ConfigChange[];
  readonly warnings: readonly string[];
}

const noPlace = { file: '', line: 1, column: 1 };

/** Warnings where it is not pruned: perhaps something was renamed. */
const warningsOf = (left: readonly Left[], items: readonly Item[]): readonly string[] =>
  left.map(({ row: { kind, owner }, label }) => {
    const names = items.filter(({ isNew, placed }) => isNew && placed.document.kind === kind).map((item) => item.label);
    const renamed = nearest(label, names);
    const hint = renamed === undefined ? '--prune removes it.' : `${renamed} is new: renamed? Then write previousName.`;
    return `${kind} ${label} (${owner!.file}) is no longer in the files. ${hint}`;
  });

export const planRemovals = (
  items: readonly Item[],
  isWanted: (item: { readonly teamId: string }) => boolean,
  input: PlanningInput,
): Removals => {
  const { options, errors, openServices } = input;
  const left = listLeft(items, isWanted, input);
  if (!options.prune) return { steps: [], changes: [], warnings: warningsOf(left, items) };
  const removed = order.flatMap((kind) => left.filter(({ row }) => row.kind === kind));
  const most = options.pruneAtMost ?? fileLimits.removals;
  const refuse = (code: string, message: string, place = noPlace): void => void errors.all.push({ ...place, path: '', code, message });
  if (removed.length > most)
    refuse(
      'config.prune_too_many',
      `${removed.length} things would be removed, at most ${most} may be. Use --prune-at-most ${removed.length}.`,
    );
  for (const { row, label } of removed) {
    const place = { ...noPlace, file: row.owner!.file, line: row.owner!.line };
    const people = row.kind === 'Connection' ? countPeople(row.id, input.reads) : 0;
    if (openServices.has(row.id)) refuse('config.open_groups', `Service ${label} has open alerts. Resolve them first.`, place);
    if (people > 0) refuse('config.in_use', `${people} people are paged through the connection ${label}. Remove it by hand.`, place);
  }
  return {
    steps: removed.map(({ row, teamId, label }) => {
      const { kind, id, owner } = row;
      const owned = [{ kind, id, file: owner!.file, line: owner!.line, fields: null }];
      return { command: commandOf[kind as Removable](id, teamId, input), about: `Remove ${kind} ${label}`, owned };
    }),
    changes: removed.map(({ row: { kind, id }, label }) => ({
      kind,
      name: label,
      id,
      action: 'remove',
      at: null,
      revision: 0,
      fields: [],
    })),
    warnings: left.flatMap(({ row, label }) =>
      row.kind === 'Team' ? [`Team ${label} is no longer in the files. Teams are removed by hand.`] : [],
    ),
  };
};
