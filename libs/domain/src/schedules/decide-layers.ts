import type { CommandData, FactOf } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { ScheduleFact } from '@tocsin/contracts/schedules.js';
import { Nothing } from '@tocsin/kernel/decide/refused.js';
import { later } from '@tocsin/kernel/time.js';
import { denied, isSystem } from '../rules/permissions.js';
import { refuse } from '../rules/refuse.js';
import { hasSameSettings } from '../rules/same-settings.js';
import { mistakeInLayers } from './layer-mistakes.js';
import { decidedFromBegin } from './on-schedule.js';
import { afterFacts, closing, nextHandoff, recordDue, effectiveChanges } from './recording.js';
import { latestZoneTable } from './shifts/zone-table.js';
import type { BegunSchedule, Decide, DecideOnBegun } from './state.js';

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

export const begin: Decide<BeginSchedule['data']> = (data, state, context) => {
  if (!isSystem(context)) return denied('Tocsin itself');
  if (state) return new Nothing();
  return decidedFromBegin(data, { state, began: () => ({ type: 'ScheduleBegan', data }) }, context, () => []);
};

/** After downtime this may exceed one append: the rest is due at once. */
export const recordOnCall: Decide<RecordOnCall['data']> = ({ scheduleId, dueAt, plannedBy }, state, context) => {
  if (!isSystem(context)) return denied('Tocsin itself');
  const isPlanned = state?.handoff?.dueAt === dueAt && state.handoff.plannedBy === plannedBy;
  if (!state || !isPlanned || context.reads.schedules.get(scheduleId)?.removed) return new Nothing();
  const { facts, isAll } = recordDue(state, context.now);
  const recorded = afterFacts(state, facts, context);
  if (isAll) return [...facts, ...closing(recorded, { ...context, now: later(context.now, state.upTo) })];
  const { upTo } = recorded;
  return [...facts, { type: 'HandoffPlanned', data: { scheduleId, ...nextHandoff(recorded, upTo), upTo } }];
};

const isPlanned = ({ rotations }: BegunSchedule['versions'][number]): boolean => rotations === null;

/** Whether the newest version has the same rules from the same instant. */
const isSoAlready = ({ version, versions }: BegunSchedule, rules: object, effectiveFrom: string, now: string): boolean => {
  const newest = versions.find((one) => one.version === version);
  if (!newest || !hasSameSettings(newest, rules)) return false;
  return isPlanned(newest) ? newest.effectiveFrom === effectiveFrom : effectiveFrom === now;
};

export const changeSchedule: DecideOnBegun<CommandData<'ChangeSchedule'>> = (data, state, context) => {
  const { scheduleId, timeZone, layers } = data;
  const { now, reads } = context;
  const effectiveFrom = later(data.effectiveFrom ?? now, now);
  if (isSoAlready(state, { timeZone, layers }, effectiveFrom, now)) return new Nothing({ version: state.version });
  if (data.version !== state.version) return refuse('conflict.revision', { name: reads.schedules.get(scheduleId)?.name ?? '' });
  const mistake = mistakeInLayers(data, context);
  if (mistake) return mistake;
  const limit = limits.plannedVersions;
  if (effectiveFrom > now && state.versions.filter(isPlanned).length >= limit) return refuse('limit.planned_versions', { limit });
  const [version, zones] = [state.version + 1, latestZoneTable().version];
  return effective(state, [{ type: 'ScheduleChanged', data: { scheduleId, version, effectiveFrom, timeZone, layers, zones } }], context);
};

/** The decided facts; for a version that counts from now on, also the fact that it took effect. */
export const effective = (
  state: BegunSchedule,
  facts: readonly ScheduleFact[],
  context: Parameters<typeof afterFacts>[2],
): readonly ScheduleFact[] => [...facts, ...effectiveChanges(afterFacts(state, facts, context), context.now)];

export const withdrawChange: DecideOnBegun<CommandData<'WithdrawScheduleChange'>> = ({ scheduleId, version }, { versions }) =>
  versions.some((one) => one.version === version && isPlanned(one))
    ? [{ type: 'ScheduleChangeWithdrawn', data: { scheduleId, version } }]
    : refuse('schedule.version_not_planned');
