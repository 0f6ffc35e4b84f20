import type { CommandData } from '@tocsin/contracts/catalogue.js';
import { Nothing } from '@tocsin/kernel/decide/refused.js';
import { refuse } from '../rules/refuse.js';
import { canServe, cannotServe } from '../rules/may-serve.js';
import { importedOverrides, withImported } from './imported-overrides.js';
import { first } from './layer-mistakes.js';
import { tooManyOverrides } from './override-mistakes.js';
import type { DecideOnBegun } from './state.js';

/** Applies an imported calendar: puts its people on call, and removes earlier imports that it no longer contains. */
export const importOverrides: DecideOnBegun<CommandData<'ImportOverrides'>> = ({ scheduleId, ...importing }, state, context) => {
  const { calendar, how, shifts } = importing;
  const refused = first(shifts, ({ personId, from, to, uid }, n) => {
    if (to <= from) return refuse('schedule.override_ends_before', {}, `shifts.${n}.to`);
    if (shifts.findIndex((other) => other.uid === uid) < n) return refuse('schedule.listed_twice', {}, `shifts.${n}.uid`);
    return canServe(context, personId) ? null : refuse(cannotServe(context, personId), {}, `shifts.${n}.personId`);
  });
  if (refused) return refused;
  const imported = importedOverrides(state.overrides, importing, context);
  const after = withImported(state.overrides, calendar, imported);
  if (JSON.stringify(after) === JSON.stringify(state.overrides)) return new Nothing();
  return (
    tooManyOverrides({ overrides: after }, 0, context.now) ?? [
      { type: 'OverridesImported', data: { scheduleId, calendar, how, overrides: [...imported] } },
    ]
  );
};
