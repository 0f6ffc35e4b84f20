import type { ScheduleFact } from '@tocsin/contracts/schedules.js';
import { Nothing } from '@tocsin/kernel/decide/refused.js';
import { denied, isSystem } from '../rules/permissions.js';
import type { ConfigurationContext } from '../reads.js';
import { leftCovers } from './covers/decide-covers.js';
import { effective } from './decide-layers.js';
import { isInLayers, isInOverride, isInTemporary, layersAfter, overrideAfter, temporaryAfter, type Leaver } from './leave.js';
import { beganFrom, decidedFromBegin } from './on-schedule.js';
import { afterFacts, nextHandoff, recordDue } from './recording.js';
import { latestZoneTable } from './shifts/zone-table.js';
import type { BegunSchedule, Decide, DecideOnBegun } from './state.js';

/** Follows from a person’s leaving; sent again until it decides nothing. */
export interface LeaveSchedule {
  readonly type: 'LeaveSchedule';
  readonly data: { readonly scheduleId: string } & Leaver;
}

/** Number of overrides and temporary schedules changed per append. */
const together = { overrides: 50, temporary: 5 };

/** The version in force first, then one planned version in each further part. */
const inLayers = (
  state: BegunSchedule,
  { scheduleId, ...leaver }: LeaveSchedule['data'],
  context: ConfigurationContext,
): readonly ScheduleFact[] => {
  const there = state.versions.find((version) => isInLayers(version, leaver.personId));
  if (!there) return [];
  const isPlanned = there.rotations === null;
  const changed: ScheduleFact = {
    type: 'ScheduleChanged',
    data: {
      scheduleId,
      version: state.version + 1,
      effectiveFrom: isPlanned ? there.effectiveFrom : context.now,
      timeZone: there.timeZone,
      layers: layersAfter(there.layers, leaver),
      zones: latestZoneTable().version,
      left: leaver,
    },
  };
  if (!isPlanned) return effective(state, [changed], context);
  return [{ type: 'ScheduleChangeWithdrawn', data: { scheduleId, version: there.version } }, changed];
};

const inOverrides = (
  { overrides }: BegunSchedule,
  { scheduleId, ...leaver }: LeaveSchedule['data'],
  now: string,
): readonly ScheduleFact[] =>
  overrides
    .filter((override) => isInOverride(override, leaver.personId))
    .slice(0, together.overrides)
    .map((there): ScheduleFact => {
      const override = overrideAfter(there, leaver, now);
      return override
        ? { type: 'OverrideChanged', data: { scheduleId, override } }
        : { type: 'OverrideRemoved', data: { scheduleId, overrideId: there.overrideId, left: true } };
    });

const inTemporary = (
  { temporary }: BegunSchedule,
  { scheduleId, ...leaver }: LeaveSchedule['data'],
  now: string,
): readonly ScheduleFact[] =>
  temporary
    .filter((one) => isInTemporary(one, leaver.personId))
    .slice(0, together.temporary)
    .map((one) => ({ type: 'TemporaryScheduleChanged', data: { scheduleId, temporary: temporaryAfter(one, leaver, now) } }));

const nextPart: DecideOnBegun<LeaveSchedule['data']> = (data, state, context) => {
  const parts = [...inOverrides(state, data, context.now), ...inTemporary(state, data, context.now)];
  const covers = leftCovers(state, data.personId, data.scheduleId, context);
  const facts = [...inLayers(state, data, context), ...parts, ...covers];
  return facts.length > 0 ? facts : new Nothing();
};

/** The duties of a person who leaves go to their replacement, or become gaps: first those that count now. */
export const leaveSchedule: Decide<LeaveSchedule['data']> = (data, state, context) => {
  if (!isSystem(context)) return denied('Tocsin itself');
  const { scheduleId } = data;
  const row = context.reads.schedules.get(scheduleId);
  if (!row || row.removed) return new Nothing();
  const due = state && recordDue(state, context.now);
  if (!state || !due || due.isAll) return decidedFromBegin(data, { state, began: () => beganFrom(row) }, context, nextPart);
  // after long downtime: the past is recorded first, in parts of its own
  const recorded = afterFacts(state, due.facts, context);
  const { upTo } = recorded;
  return [...due.facts, { type: 'HandoffPlanned', data: { scheduleId, ...nextHandoff(recorded, upTo), upTo } }];
};
