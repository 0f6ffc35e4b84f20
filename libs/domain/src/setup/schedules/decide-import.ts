import type { CommandData } from '@tocsin/contracts/catalogue.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { refuse } from '../../rules/refuse.js';
import { canServe, unfitReasonOf } from '../../rules/can-serve.js';
import { mergeImported, withImported } from './imported-overrides.js';
import { first } from './layer-checks.js';
import { checkOverrideCount } from './override-checks.js';
import type { StartedDecisionFunction } from './state.js';

/** Applies an imported calendar: puts its people on call, and removes earlier imports that it no longer contains. */
export const importOverrides: StartedDecisionFunction<CommandData<'ImportOverrides'>> = ({ scheduleId, ...importing }, state, context) => {
  const { calendar, how: importMode, shifts, tells } = importing;
  const refusal = first(shifts, ({ personId, from, to, uid }, n) => {
    if (to <= from) return refuse('schedule.override_ends_before', {}, `shifts.${n}.to`);
    if (shifts.findIndex((other) => other.uid === uid) < n) return refuse('schedule.listed_twice', {}, `shifts.${n}.uid`);
    return canServe(context, personId) ? null : refuse(unfitReasonOf(context, personId), {}, `shifts.${n}.personId`);
  });
  if (refusal) return refusal;
  const merged = mergeImported(state.overrides, importing, context);
  const after = withImported(state.overrides, calendar, merged);
  if (JSON.stringify(after) === JSON.stringify(state.overrides)) return new Nothing();
  return (
    checkOverrideCount({ overrides: after }, 0, context.now) ?? [
      { type: 'OverridesImported', data: { scheduleId, calendar, how: importMode, overrides: [...merged], ...(tells ? { tells } : {}) } },
    ]
  );
};
