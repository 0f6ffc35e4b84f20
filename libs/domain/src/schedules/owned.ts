import type { Messages } from '@tocsin/contracts/message.js';
import type { PolicyRow } from '@tocsin/contracts/policies.js';
import type { InTheWay } from '@tocsin/contracts/refusals.js';
import type { OwnedSchedule, scheduleOwnerCommands, ScheduleOwnerFact } from '@tocsin/contracts/schedules.js';
import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refused.js';
import { isNameTaken } from '../rules/names.js';
import type { ConfigurationContext, ConfigurationReads } from '../reads.js';
import { refuse, refuseFor } from '../rules/refuse.js';
import { changing, evolveOf, type RowFold } from '../rules/row-fold.js';
import { inTeam, type InTeam, type TeamState, type TeamTables } from '../teams/shared/state.js';
import { idTakenElsewhere } from '../rules/id-taken-elsewhere.js';
import { hasSameSettings } from '../rules/same-settings.js';
import { mistakeInLayers } from './layer-mistakes.js';
import { latestZoneTable } from './shifts/zone-table.js';

export type ScheduleOwnerCommand = Messages<typeof scheduleOwnerCommands>;
type Data<T extends ScheduleOwnerCommand['type']> = DataOf<ScheduleOwnerCommand, T>;

const live = ({ schedules }: TeamState): readonly OwnedSchedule[] => schedules.values().filter(({ removed }) => !removed);

/** The schedule with this key, in any team. */
const withKey = (key: string | null, state: TeamState, { reads }: ConfigurationContext): OwnedSchedule | undefined => {
  if (key === null) return undefined;
  const has = ({ externalKey, removed }: OwnedSchedule): boolean => !removed && externalKey === key;
  return live(state).find(has) ?? reads.schedules.where('externalKey', key).find(has);
};

/** The existing schedule with the given id or key: creating the same again is nothing new, anything else is refused. */
const isThere = (data: Data<'CreateSchedule'>, state: TeamState, context: ConfigurationContext) => {
  const { teamId, scheduleId, name, externalKey, timeZone, layers } = data;
  const there = (scheduleId === undefined ? undefined : state.schedules.get(scheduleId)) ?? withKey(externalKey, state, context);
  if (!there) return null;
  const row = context.reads.schedules.get(there.id);
  const settings = { teamId, name, externalKey, timeZone, layers, removed: false };
  if (row && hasSameSettings({ ...row, ...row.versions.at(-1) }, settings)) return new Nothing({ scheduleId: there.id });
  return there.id === scheduleId
    ? refuse('conflict.revision', { name: there.name })
    : refuse('schedule.external_key_taken', { name: there.name }, 'externalKey');
};

const create: InTeam<Data<'CreateSchedule'>> = (data, state, context) => {
  const scheduleId = data.scheduleId ?? context.newId('schedule');
  const there = isThere(data, state, context) ?? idTakenElsewhere(context.reads.schedules, scheduleId);
  if (there) return there;
  if (isNameTaken(live(state), data.name)) return refuse('schedule.name_taken', {}, 'name');
  const zones = latestZoneTable().version;
  return mistakeInLayers(data, context) ?? [{ type: 'ScheduleCreated', data: { ...data, scheduleId, zones } }];
};

/** Wraps decisions about a schedule of the team. */
const owned =
  <D extends { readonly scheduleId: string }>(
    decide: (data: D, schedule: OwnedSchedule, state: TeamState, context: ConfigurationContext) => ReturnType<InTeam<D>>,
  ): InTeam<D> =>
  (data, state, context) => {
    const schedule = state.schedules.get(data.scheduleId);
    return schedule ? decide(data, schedule, state, context) : refuse('schedule.not_found');
  };

const rename = owned<Data<'RenameSchedule'>>((data, schedule, state) => {
  if (schedule.removed) return refuse('schedule.not_found');
  if (schedule.name === data.name) return new Nothing();
  if (isNameTaken(live(state), data.name, schedule.id)) return refuse('schedule.name_taken', {}, 'name');
  return [{ type: 'ScheduleRenamed', data }];
});

const pagesBy =
  (scheduleId: string) =>
  ({ steps, removed }: PolicyRow): boolean =>
    !removed && steps.some(({ targets }) => targets.some((target) => 'scheduleId' in target && target.scheduleId === scheduleId));

/** The policies of all teams that page by a schedule. */
const usersOf = ({ policies }: Pick<ConfigurationReads, 'policies'>, scheduleId: string): readonly InTheWay[] =>
  [...policies.all()].filter(pagesBy(scheduleId)).map(({ id, teamId, name }) => ({ kind: 'policy', id, teamId, name }));

const remove = owned<Data<'RemoveSchedule'>>((data, { removed, name }, _state, { reads }) => {
  if (removed) return new Nothing();
  const users = usersOf(reads, data.scheduleId);
  return users.length > 0 ? refuseFor('schedule.in_use', users) : [{ type: 'ScheduleRemoved', data: { ...data, name } }];
});

/** The part of a schedule that its team’s stream keeps. */
const ownedFold: RowFold<OwnedSchedule, ScheduleOwnerFact> = {
  id: ({ scheduleId }) => scheduleId,
  steps: {
    ScheduleCreated: (_row, { scheduleId: id, teamId, name, externalKey }) => ({ id, teamId, name, externalKey, removed: false }),
    ScheduleRenamed: changing((row, { name }) => ({ ...row, name })),
    ScheduleRemoved: changing((row) => ({ ...row, removed: true })),
  },
};

/** The part of the team’s decider about schedules: their team and their names. */
export const ownedSchedules: TeamTables<ScheduleOwnerCommand, ScheduleOwnerFact> = {
  decide: {
    CreateSchedule: inTeam('service.configure', create),
    RenameSchedule: inTeam('service.configure', rename),
    RemoveSchedule: inTeam('service.configure', remove),
  },
  evolve: evolveOf<TeamState, OwnedSchedule, ScheduleOwnerFact>(
    ownedFold,
    (state, id) => state.schedules.get(id),
    (state, id, row) => ({ ...state, schedules: state.schedules.with(id, row) }),
  ),
};
