import type { MaintenanceFact, MaintenanceRow } from '@tocsin/contracts/maintenance/noun.js';
import * as maintenanceLimits from '@tocsin/contracts/maintenance/limits.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { DataOf, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { millisBetween, toMillis } from '@tocsin/kernel/time.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { ConfigurationContext, ConfigurationReads } from '../../reads.js';
import { isSystem } from '../../rules/permissions.js';
import { refuse } from '../../rules/refuse.js';
import { evolveOf } from '../../rules/row-fold.js';
import { hasSameSettings } from '../../rules/same-settings.js';
import { rowsOf } from '../../rules/team-rows.js';
import { newestEdition } from '../schedules/shared/latest-zones.js';
import { resolveTarget } from '../policies/shared/targets.js';
import { refuseActor, refuseSettings } from './checks.js';
import type { MaintenanceCommand } from './commands.js';
import { spansAfter } from './occurrences.js';
import { planOf } from './timers.js';
import { maintenanceFold, type PlannedMaintenanceRow } from './views.js';

const isConcerned = ({ services, teamId }: MaintenanceRow, service: ServiceRow): boolean =>
  service.state === 'active' && (services.length > 0 ? services.includes(service.id) : teamId === null || service.teamId === teamId);

/** The people whom the schedules of the policies of its services would page now. */
const onCallFor = (row: MaintenanceRow, reads: ConfigurationReads, now: string): string[] => {
  const policyIds = new Set<string>();
  for (const service of reads.services.all()) if (isConcerned(row, service)) policyIds.add(service.policyId);
  const people = new Set<string>();
  for (const policyId of policyIds)
    for (const { targets } of reads.policies.get(policyId)?.steps ?? [])
      for (const target of targets)
        if (target.kind === 'schedule') for (const { personId } of resolveTarget(target, reads, now)) people.add(personId);
  return [...people].slice(0, maintenanceLimits.told);
};

type State = PlannedMaintenanceRow | null;
type Data<T extends MaintenanceCommand['type']> = DataOf<MaintenanceCommand, T>;
type Facts = Decision<MaintenanceFact>;

const plan = (data: Data<'PlanMaintenance'>, state: State, context: ConfigurationContext): Facts => {
  const windowId = data.windowId ?? context.newId('maintenance');
  if (state) return new Nothing({ windowId });
  const { windowId: _id, teamId, ...settings } = data;
  const limit = maintenanceLimits.perTeam;
  const refusal = refuseActor(teamId, context, settings) ?? refuseSettings(windowId, teamId, settings, context);
  if (refusal) return refusal;
  if (rowsOf(context.reads.maintenanceWindows, teamId).length >= limit) return refuse('limit.maintenance', { limit });
  return [{ type: 'MaintenancePlanned', data: { windowId, teamId, ...settings, ...newestEdition() } }];
};

const change = (
  { windowId, version, ...settings }: Data<'ChangeMaintenance'>,
  row: PlannedMaintenanceRow,
  context: ConfigurationContext,
): Facts => {
  const { teamId } = row;
  // what only a manager may plan, only a manager may change
  const refusal = refuseActor(teamId, context, row) ?? refuseActor(teamId, context, settings);
  if (refusal) return refusal;
  const { coversEverything: _confirmed, ...kept } = settings;
  if (hasSameSettings(row, kept)) return new Nothing({ version: row.version });
  if (version !== row.version) return refuse('conflict.revision', { name: row.name });
  return (
    refuseSettings(windowId, teamId, settings, context) ?? [
      { type: 'MaintenanceChanged', data: { windowId, teamId, version: version + 1, ...settings, ...newestEdition() } },
    ]
  );
};

const skip = ({ windowId, from }: Data<'SkipMaintenance'>, row: PlannedMaintenanceRow, context: ConfigurationContext): Facts => {
  const refusal = refuseActor(row.teamId, context);
  if (refusal) return refusal;
  if (row.skipped.includes(from)) return new Nothing();
  const [first] = spansAfter(row, toMillis(from), 1);
  if (first?.from !== toMillis(from) || from <= context.now) return refuse('maintenance.no_such_occurrence', {}, 'from');
  return [{ type: 'MaintenanceSkipped', data: { windowId, teamId: row.teamId, from } }];
};

const end = (_data: unknown, row: PlannedMaintenanceRow, context: ConfigurationContext): Facts => {
  const refusal = refuseActor(row.teamId, context);
  if (refusal) return refusal;
  if (!row.current) return refuse('maintenance.not_active');
  const people = onCallFor(row, context.reads, context.now);
  return [{ type: 'MaintenanceEnded', data: { windowId: row.id, teamId: row.teamId, ...row.current, because: 'person', people } }];
};

const remove = (_data: unknown, { id: windowId, teamId, name, ...row }: PlannedMaintenanceRow, context: ConfigurationContext): Facts =>
  refuseActor(teamId, context, row) ?? [{ type: 'MaintenanceRemoved', data: { windowId, teamId, name } }];

const follow = ({ what, dueAt, plannedBy }: Data<'FollowMaintenance'>, row: State, context: ConfigurationContext): Facts => {
  if (!row || !isSystem(context) || planOf(row)[what] !== dueAt || (plannedBy !== undefined && row.plannedBy !== plannedBy)) return [];
  const { id: windowId, teamId, current } = row;
  const lateMs = millisBetween(dueAt, context.now);
  const late = lateMs > limits.foundLate ? { late: lateMs } : {};
  const people = what === 'begin' ? [] : onCallFor(row, context.reads, context.now);
  if (what === 'end') return [{ type: 'MaintenanceEnded', data: { windowId, teamId, ...current!, because: 'time', people, ...late } }];
  const [first] = row.next;
  if (what === 'begin') return [{ type: 'MaintenanceBegan', data: { windowId, teamId, ...first!, ...late } }];
  return [{ type: 'MaintenanceAnnounced', data: { windowId, teamId, ...first!, people, ...late } }];
};

const takeZones = ({ windowId, zones }: Data<'TakeMaintenanceZones'>, row: State, context: ConfigurationContext): Facts =>
  row && isSystem(context) && row.zones !== zones
    ? [{ type: 'MaintenanceZonesTaken', data: { windowId, teamId: row.teamId, before: row.zones, zones } }]
    : [];

type Act<T extends MaintenanceCommand['type']> = (data: Data<T>, row: PlannedMaintenanceRow, context: ConfigurationContext) => Facts;

/** Whether there is one is said to those who may plan any. */
const onExisting =
  <T extends MaintenanceCommand['type']>(act: Act<T>) =>
  (data: Data<T>, state: State, context: ConfigurationContext): Facts =>
    state ? act(data, state, context) : (refuseActor(null, context) ?? refuse('maintenance.not_found'));

const byId = ({ windowId }: { readonly windowId: string }): string => windowId;

/** A window is a stream, because it has timers. */
export const maintenanceDecider: Decider<State, MaintenanceCommand, MaintenanceFact, ConfigurationReads> = {
  category: 'maintenance',
  initial: null,
  streamId: {
    PlanMaintenance: ({ windowId }, context) => windowId ?? context.newId('maintenance'),
    ChangeMaintenance: byId,
    SkipMaintenance: byId,
    EndMaintenance: byId,
    RemoveMaintenance: byId,
    FollowMaintenance: byId,
    TakeMaintenanceZones: byId,
  },
  decide: {
    PlanMaintenance: plan,
    ChangeMaintenance: onExisting<'ChangeMaintenance'>(change),
    SkipMaintenance: onExisting<'SkipMaintenance'>(skip),
    EndMaintenance: onExisting<'EndMaintenance'>(end),
    RemoveMaintenance: onExisting<'RemoveMaintenance'>(remove),
    FollowMaintenance: follow,
    TakeMaintenanceZones: takeZones,
  },
  evolve: evolveOf<State, PlannedMaintenanceRow, MaintenanceFact>(
    maintenanceFold,
    (state) => state ?? undefined,
    (_state, _id, row) => row,
  ),
};
