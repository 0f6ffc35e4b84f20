import type { ScheduleFact } from '@tocsin/contracts/schedules/schedules.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { refusePermission, isSystem } from '../../rules/permissions.js';
import type { ConfigurationContext } from '../../reads.js';
import { closeCoversOf } from './covers/decide-covers.js';
import { withEffect } from './decide-layers.js';
import {
  isInLayers,
  isInOverride,
  isInTemporary,
  replaceInLayers,
  replaceInOverride,
  replaceInTemporary,
  type PersonDeparture,
} from './remove-person.js';
import { createBeginning, decideFromBeginning } from './on-schedule.js';
import { applyFacts, planNextHandoff, recordDue } from './recording.js';
import { loadLatestZoneTable } from './shifts/zone-table.js';
import type { StartedSchedule, DecisionFunction, StartedDecisionFunction } from './state.js';

/** Follows from a person’s leaving; sent again until it decides nothing. */
export interface LeaveSchedule {
  readonly type: 'LeaveSchedule';
  readonly data: { readonly scheduleId: string } & PersonDeparture;
}

/** Number of overrides and temporary schedules changed per append. */
const batchSizes = { overrides: 50, temporary: 5 };

/** The version in force first, then one planned version in each further part. */
const removeFromLayers = (
  state: StartedSchedule,
  { scheduleId, ...leaver }: LeaveSchedule['data'],
  context: ConfigurationContext,
): readonly ScheduleFact[] => {
  const versionInForce = state.versions.find((version) => isInLayers(version, leaver.personId));
  if (!versionInForce) return [];
  const isPlanned = versionInForce.rotations === null;
  const layersChanged: ScheduleFact = {
    type: 'ScheduleChanged',
    data: {
      scheduleId,
      version: state.version + 1,
      effectiveFrom: isPlanned ? versionInForce.effectiveFrom : context.now,
      timeZone: versionInForce.timeZone,
      layers: replaceInLayers(versionInForce.layers, leaver),
      zones: loadLatestZoneTable().version,
      left: leaver,
    },
  };
  if (!isPlanned) return withEffect(state, [layersChanged], context);
  return [{ type: 'ScheduleChangeWithdrawn', data: { scheduleId, version: versionInForce.version } }, layersChanged];
};

const removeFromOverrides = (
  { overrides }: StartedSchedule,
  { scheduleId, ...leaver }: LeaveSchedule['data'],
  now: string,
): readonly ScheduleFact[] =>
  overrides
    .filter((override) => isInOverride(override, leaver.personId))
    .slice(0, batchSizes.overrides)
    .map((currentOverride): ScheduleFact => {
      const override = replaceInOverride(currentOverride, leaver, now);
      return override
        ? { type: 'OverrideChanged', data: { scheduleId, override } }
        : { type: 'OverrideRemoved', data: { scheduleId, overrideId: currentOverride.overrideId, left: true } };
    });

const removeFromTemporary = (
  { temporary }: StartedSchedule,
  { scheduleId, ...leaver }: LeaveSchedule['data'],
  now: string,
): readonly ScheduleFact[] =>
  temporary
    .filter((one) => isInTemporary(one, leaver.personId))
    .slice(0, batchSizes.temporary)
    .map((one) => ({ type: 'TemporaryScheduleChanged', data: { scheduleId, temporary: replaceInTemporary(one, leaver, now) } }));

const nextPart: StartedDecisionFunction<LeaveSchedule['data']> = (data, state, context) => {
  const parts = [...removeFromOverrides(state, data, context.now), ...removeFromTemporary(state, data, context.now)];
  const covers = closeCoversOf(state, data.personId, data.scheduleId, context);
  const facts = [...removeFromLayers(state, data, context), ...parts, ...covers];
  return facts.length > 0 ? facts : new Nothing();
};

/** The duties of a person who leaves go to their replacement, or become gaps: first those that count now. */
export const leaveSchedule: DecisionFunction<LeaveSchedule['data']> = (data, state, context) => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  const { scheduleId } = data;
  const row = context.reads.schedules.get(scheduleId);
  if (!row || row.removed) return new Nothing();
  const due = state && recordDue(state, context.now);
  if (!state || !due || due.isAll) return decideFromBeginning(data, { state, began: () => createBeginning(row) }, context, nextPart);
  // after long downtime: the past is recorded first, in parts of its own
  const newState = applyFacts(state, due.facts, context);
  const { upTo } = newState;
  return [...due.facts, { type: 'HandoffPlanned', data: { scheduleId, ...planNextHandoff(newState, upTo), upTo } }];
};
