import type { CommandData } from '@tocsin/contracts/catalogue.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { TemporarySetting } from '@tocsin/contracts/schedules/overrides.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { laterOf } from '@tocsin/kernel/time.js';
import type { ConfigurationContext } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import { hasSameSettings } from '../../rules/same-settings.js';
import { unfitReasonOf, canServe } from '../../rules/can-serve.js';
import { first, checkPeople, type Mistake } from './layer-checks.js';
import type { StartedDecisionFunction } from './state.js';

type Settings = Pick<TemporarySetting, 'from' | 'to' | 'shifts' | 'fallback'>;

/** The refusal for the first problem, at its field. */
const refuseSettings = ({ from, to, shifts, fallback }: Settings, context: ConfigurationContext): Mistake => {
  if (to <= from) return refuse('schedule.temporary_ends_before', {}, 'to');
  if (to <= context.now) return refuse('schedule.temporary_over', {}, 'to');
  const wrongShift = first(shifts, (shift, n) => {
    const isOutside = shift.from < from || shift.to > to || shift.to <= shift.from;
    if (isOutside) return refuse('schedule.temporary_shift_outside', {}, `shifts.${n}`);
    return canServe(context, shift.personId) ? null : refuse(unfitReasonOf(context, shift.personId), {}, `shifts.${n}.personId`);
  });
  return wrongShift ?? checkPeople(fallback, 'fallback', context);
};

/** The settings from an instant on, with the part of its shifts after it. */
const settingsFrom = <S extends Settings>(settings: S, from: string): S => ({
  ...settings,
  from,
  shifts: settings.shifts.map((shift) => ({ ...shift, from: laterOf(shift.from, from) })).filter((shift) => shift.from < shift.to),
});

export const addTemporary: StartedDecisionFunction<CommandData<'AddTemporarySchedule'>> = ({ scheduleId, ...settings }, state, context) => {
  const temporaryId = settings.temporaryId ?? context.newId('temporary');
  const temporary = settingsFrom({ ...settings, temporaryId }, laterOf(settings.from, context.now));
  const existingTemporary = state.temporary.find((one) => one.temporaryId === temporaryId);
  if (existingTemporary)
    return hasSameSettings(existingTemporary, temporary)
      ? new Nothing({ temporaryId })
      : refuse('conflict.revision', { name: 'The temporary schedule' });
  const limit = scheduleLimits.temporaryAhead;
  if (state.temporary.filter(({ to }) => to > context.now).length >= limit) return refuse('limit.temporary_schedules', { limit });
  return refuseSettings(settings, context) ?? [{ type: 'TemporaryScheduleAdded', data: { scheduleId, temporary } }];
};

export const changeTemporary: StartedDecisionFunction<CommandData<'ChangeTemporarySchedule'>> = (
  { scheduleId, ...settings },
  state,
  context,
) => {
  const existingTemporary = state.temporary.find(({ temporaryId }) => temporaryId === settings.temporaryId);
  if (!existingTemporary) return refuse('schedule.temporary_not_found');
  if (hasSameSettings(existingTemporary, settings)) return new Nothing();
  const refusal = refuseSettings(settings, context);
  if (refusal) return refusal;
  // a running one keeps its beginning, with the past shifts
  const temporary = settings.from === existingTemporary.from ? settings : settingsFrom(settings, laterOf(settings.from, context.now));
  return [{ type: 'TemporaryScheduleChanged', data: { scheduleId, temporary } }];
};

export const removeTemporary: StartedDecisionFunction<CommandData<'RemoveTemporarySchedule'>> = (data, state) =>
  state.temporary.some(({ temporaryId }) => temporaryId === data.temporaryId)
    ? [{ type: 'TemporaryScheduleRemoved', data }]
    : refuse('schedule.temporary_not_found');
