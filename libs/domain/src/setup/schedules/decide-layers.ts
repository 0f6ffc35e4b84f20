import type { CommandData, FactOf } from '@tocsin/contracts/catalogue.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { ScheduleFact } from '@tocsin/contracts/schedules/schedules.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { laterOf } from '@tocsin/kernel/time.js';
import { refusePermission, isSystem } from '../../rules/permissions.js';
import { refuse } from '../../rules/refuse.js';
import { hasSameSettings } from '../../rules/same-settings.js';
import { checkLayers } from './layer-checks.js';
import { decideFromBeginning } from './on-schedule.js';
import { applyFacts, listClosingFacts, planNextHandoff, recordDue, listEffectiveChanges } from './recording.js';
import { loadLatestZoneTable } from './shifts/zone-table.js';
import type { StartedSchedule, DecisionFunction, StartedDecisionFunction } from './state.js';

/** Follows from the creation of a schedule: its own stream begins. */
export interface BeginSchedule {
  readonly type: 'BeginSchedule';
  readonly data: FactOf<'ScheduleBegan'>;
}
/** Sent by the timer: records the changes of on-call people since the last record. */
export interface RecordOnCall {
  readonly type: 'RecordOnCall';
  readonly data: { readonly scheduleId: string; readonly dueAt: string; readonly plannedBy: string };
}

export const begin: DecisionFunction<BeginSchedule['data']> = (data, state, context) => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  if (state) return new Nothing();
  return decideFromBeginning(data, { state, began: () => ({ type: 'ScheduleBegan', data }) }, context, () => []);
};

/** After downtime this may exceed one append: the rest is due at once. */
export const recordOnCall: DecisionFunction<RecordOnCall['data']> = ({ scheduleId, dueAt, plannedBy }, state, context) => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  const isPlanned = state?.handoff?.dueAt === dueAt && state.handoff.plannedBy === plannedBy;
  if (!state || !isPlanned || context.reads.schedules.get(scheduleId)?.removed) return new Nothing();
  const { facts, isAll } = recordDue(state, context.now);
  const newState = applyFacts(state, facts, context);
  if (isAll) return [...facts, ...listClosingFacts(newState, { ...context, now: laterOf(context.now, state.upTo) })];
  const { upTo } = newState;
  return [...facts, { type: 'HandoffPlanned', data: { scheduleId, ...planNextHandoff(newState, upTo), upTo } }];
};

const isPlanned = ({ rotations }: StartedSchedule['versions'][number]): boolean => rotations === null;

/** Whether the newest version has the same rules from the same instant. */
const isSoAlready = ({ version, versions }: StartedSchedule, rules: object, effectiveFrom: string, now: string): boolean => {
  const newest = versions.find((one) => one.version === version);
  if (!newest || !hasSameSettings(newest, rules)) return false;
  return isPlanned(newest) ? newest.effectiveFrom === effectiveFrom : effectiveFrom === now;
};

export const changeSchedule: StartedDecisionFunction<CommandData<'ChangeSchedule'>> = (data, state, context) => {
  const { scheduleId, timeZone, layers } = data;
  const { now, reads } = context;
  const effectiveFrom = laterOf(data.effectiveFrom ?? now, now);
  if (isSoAlready(state, { timeZone, layers }, effectiveFrom, now)) return new Nothing({ version: state.version });
  if (data.version !== state.version) return refuse('conflict.revision', { name: reads.schedules.get(scheduleId)?.name ?? '' });
  const mistake = checkLayers(data, context);
  if (mistake) return mistake;
  const limit = scheduleLimits.plannedVersions;
  if (effectiveFrom > now && state.versions.filter(isPlanned).length >= limit) return refuse('limit.planned_versions', { limit });
  const [version, zones] = [state.version + 1, loadLatestZoneTable().version];
  return withEffect(state, [{ type: 'ScheduleChanged', data: { scheduleId, version, effectiveFrom, timeZone, layers, zones } }], context);
};

/** The decided facts; for a version that counts from now on, also the fact that it took effect. */
export const withEffect = (
  state: StartedSchedule,
  facts: readonly ScheduleFact[],
  context: Parameters<typeof applyFacts>[2],
): readonly ScheduleFact[] => [...facts, ...listEffectiveChanges(applyFacts(state, facts, context), context.now)];

export const withdrawChange: StartedDecisionFunction<CommandData<'WithdrawScheduleChange'>> = ({ scheduleId, version }, { versions }) =>
  versions.some((one) => one.version === version && isPlanned(one))
    ? [{ type: 'ScheduleChangeWithdrawn', data: { scheduleId, version } }]
    : refuse('schedule.version_not_planned');
