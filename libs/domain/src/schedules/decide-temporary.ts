import type { CommandData } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { TemporarySetting } from '@tocsin/contracts/overrides.js';
import { Nothing } from '@tocsin/kernel/decide/refused.js';
import { later } from '@tocsin/kernel/time.js';
import type { ConfigurationContext } from '../reads.js';
import { refuse } from '../rules/refuse.js';
import { hasSameSettings } from '../rules/same-settings.js';
import { cannotServe, canServe } from '../rules/may-serve.js';
import { first, mistakeInPeople, type Mistake } from './layer-mistakes.js';
import type { DecideOnBegun } from './state.js';

type Settings = Pick<TemporarySetting, 'from' | 'to' | 'shifts' | 'fallback'>;

/** The refusal for the first problem, at its field. */
const mistake = ({ from, to, shifts, fallback }: Settings, context: ConfigurationContext): Mistake => {
  if (to <= from) return refuse('schedule.temporary_ends_before', {}, 'to');
  if (to <= context.now) return refuse('schedule.temporary_over', {}, 'to');
  const wrongShift = first(shifts, (shift, n) => {
    const isOutside = shift.from < from || shift.to > to || shift.to <= shift.from;
    if (isOutside) return refuse('schedule.temporary_shift_outside', {}, `shifts.${n}`);
    return canServe(context, shift.personId) ? null : refuse(cannotServe(context, shift.personId), {}, `shifts.${n}.personId`);
  });
  return wrongShift ?? mistakeInPeople(fallback, 'fallback', context);
};

/** The settings from an instant on, with the part of its shifts after it. */
const since = <S extends Settings>(settings: S, from: string): S => ({
  ...settings,
  from,
  shifts: settings.shifts.map((shift) => ({ ...shift, from: later(shift.from, from) })).filter((shift) => shift.from < shift.to),
});

export const addTemporary: DecideOnBegun<CommandData<'AddTemporarySchedule'>> = ({ scheduleId, ...settings }, state, context) => {
  const temporaryId = settings.temporaryId ?? context.newId('temporary');
  const temporary = since({ ...settings, temporaryId }, later(settings.from, context.now));
  const there = state.temporary.find((one) => one.temporaryId === temporaryId);
  if (there)
    return hasSameSettings(there, temporary)
      ? new Nothing({ temporaryId })
      : refuse('conflict.revision', { name: 'The temporary schedule' });
  const limit = limits.temporaryAhead;
  if (state.temporary.filter(({ to }) => to > context.now).length >= limit) return refuse('limit.temporary_schedules', { limit });
  return mistake(settings, context) ?? [{ type: 'TemporaryScheduleAdded', data: { scheduleId, temporary } }];
};

export const changeTemporary: DecideOnBegun<CommandData<'ChangeTemporarySchedule'>> = ({ scheduleId, ...settings }, state, context) => {
  const there = state.temporary.find(({ temporaryId }) => temporaryId === settings.temporaryId);
  if (!there) return refuse('schedule.temporary_not_found');
  if (hasSameSettings(there, settings)) return new Nothing();
  const wrong = mistake(settings, context);
  if (wrong) return wrong;
  // a running one keeps its beginning, with the past shifts
  const temporary = settings.from === there.from ? settings : since(settings, later(settings.from, context.now));
  return [{ type: 'TemporaryScheduleChanged', data: { scheduleId, temporary } }];
};

export const removeTemporary: DecideOnBegun<CommandData<'RemoveTemporarySchedule'>> = (data, state) =>
  state.temporary.some(({ temporaryId }) => temporaryId === data.temporaryId)
    ? [{ type: 'TemporaryScheduleRemoved', data }]
    : refuse('schedule.temporary_not_found');
