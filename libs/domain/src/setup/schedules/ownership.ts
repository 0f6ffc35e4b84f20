import type { Messages } from '@tocsin/contracts/message.js';
import type { OwnedSchedule, scheduleOwnerCommands, ScheduleOwnerFact } from '@tocsin/contracts/schedules/schedules.js';
import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { isNameTaken } from '../../rules/names.js';
import type { ConfigurationContext } from '../../reads.js';
import { refuse, refuseFor } from '../../rules/refuse.js';
import { changeExisting, evolveOf, type RowFold } from '../../rules/row-fold.js';
import { listPoliciesNaming } from '../../rules/policies-naming.js';
import { decideInTeam, type DecideInTeam, type TeamState, type TeamTables } from '../teams/shared/state.js';
import { refuseForeignId } from '../../rules/foreign-id.js';
import { hasSameSettings } from '../../rules/same-settings.js';
import { checkLayers } from './layer-checks.js';
import { loadLatestZoneTable } from './shifts/zone-table.js';

export type ScheduleOwnerCommand = Messages<typeof scheduleOwnerCommands>;
type Data<T extends ScheduleOwnerCommand['type']> = DataOf<ScheduleOwnerCommand, T>;

const liveSchedules = ({ schedules }: TeamState): readonly OwnedSchedule[] => schedules.values().filter(({ removed }) => !removed);

const withKey = (key: string | null, state: TeamState, { reads }: ConfigurationContext): OwnedSchedule | undefined => {
  if (key === null) return undefined;
  const hasKey = ({ externalKey, removed }: OwnedSchedule): boolean => !removed && externalKey === key;
  return liveSchedules(state).find(hasKey) ?? reads.schedules.where('externalKey', key).find(hasKey);
};

/** The existing schedule with the given id or key: creating the same again is nothing new, anything else is refused. */
const isThere = (data: Data<'CreateSchedule'>, state: TeamState, context: ConfigurationContext) => {
  const { teamId, scheduleId, name, externalKey, timeZone, layers } = data;
  const existingSchedule = (scheduleId === undefined ? undefined : state.schedules.get(scheduleId)) ?? withKey(externalKey, state, context);
  if (!existingSchedule) return null;
  const row = context.reads.schedules.get(existingSchedule.id);
  const settings = { teamId, name, externalKey, timeZone, layers, removed: false };
  if (row && hasSameSettings({ ...row, ...row.versions.at(-1) }, settings)) return new Nothing({ scheduleId: existingSchedule.id });
  return existingSchedule.id === scheduleId
    ? refuse('conflict.revision', { name: existingSchedule.name })
    : refuse('schedule.external_key_taken', { name: existingSchedule.name }, 'externalKey');
};

const create: DecideInTeam<Data<'CreateSchedule'>> = (data, state, context) => {
  const scheduleId = data.scheduleId ?? context.newId('schedule');
  const existingSchedule = isThere(data, state, context) ?? refuseForeignId(context.reads.schedules, scheduleId);
  if (existingSchedule) return existingSchedule;
  if (isNameTaken(liveSchedules(state), data.name)) return refuse('schedule.name_taken', {}, 'name');
  const zones = loadLatestZoneTable().version;
  return checkLayers(data, context) ?? [{ type: 'ScheduleCreated', data: { ...data, scheduleId, zones } }];
};

/** Wraps decisions about a schedule of the team. */
const decideOwned =
  <D extends { readonly scheduleId: string }>(
    decide: (data: D, schedule: OwnedSchedule, state: TeamState, context: ConfigurationContext) => ReturnType<DecideInTeam<D>>,
  ): DecideInTeam<D> =>
  (data, state, context) => {
    const schedule = state.schedules.get(data.scheduleId);
    return schedule ? decide(data, schedule, state, context) : refuse('schedule.not_found');
  };

const rename = decideOwned<Data<'RenameSchedule'>>((data, schedule, state) => {
  if (schedule.removed) return refuse('schedule.not_found');
  if (schedule.name === data.name) return new Nothing();
  if (isNameTaken(liveSchedules(state), data.name, schedule.id)) return refuse('schedule.name_taken', {}, 'name');
  return [{ type: 'ScheduleRenamed', data }];
});

const remove = decideOwned<Data<'RemoveSchedule'>>((data, { removed, name }, _state, { reads }) => {
  if (removed) return new Nothing();
  const users = listPoliciesNaming(reads, 'schedule', data.scheduleId);
  return users.length > 0 ? refuseFor('schedule.in_use', users) : [{ type: 'ScheduleRemoved', data: { ...data, name } }];
});

/** The part of a schedule that its team’s stream keeps. */
const ownedFold: RowFold<OwnedSchedule, ScheduleOwnerFact> = {
  id: ({ scheduleId }) => scheduleId,
  steps: {
    ScheduleCreated: (_row, { scheduleId: id, teamId, name, externalKey }) => ({ id, teamId, name, externalKey, removed: false }),
    ScheduleRenamed: changeExisting((row, { name }) => ({ ...row, name })),
    ScheduleRemoved: changeExisting((row) => ({ ...row, removed: true })),
  },
};

/** The part of the team’s decider about schedules: their team and their names. */
export const ownedSchedules: TeamTables<ScheduleOwnerCommand, ScheduleOwnerFact> = {
  decide: {
    CreateSchedule: decideInTeam('service.configure', create),
    RenameSchedule: decideInTeam('service.configure', rename),
    RemoveSchedule: decideInTeam('service.configure', remove),
  },
  evolve: evolveOf<TeamState, OwnedSchedule, ScheduleOwnerFact>(
    ownedFold,
    (state, id) => state.schedules.get(id),
    (state, id, row) => ({ ...state, schedules: state.schedules.with(id, row) }),
  ),
};
