import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { TemporarySchedule, TurnLength } from '../../setup/schedules/shared/drawn-up.js';
import type { ForeignSchedule, LayerDraft } from './organisation.js';
import type { Remarks } from './settings.js';
import { clipped } from './stretches.js';

const { layersPerSchedule, participantsPerRotation, restrictionsPerLayer, overridesAhead, temporaryAhead, temporaryShifts } =
  scheduleLimits;

/** As the file format has them. */
const longest: Readonly<Record<TurnLength['unit'], number>> = { hours: 8_760, days: 365, weeks: 52, months: 12 };
const highestPriority = 100;

function tooMuchOf({ slots, restrictions, length, priority }: LayerDraft): string | undefined {
  if (Math.max(slots.length, ...slots.map((people) => people.length)) > participantsPerRotation)
    return `more than ${participantsPerRotation} turns`;
  if (restrictions.length > restrictionsPerLayer) return `more than ${restrictionsPerLayer} restrictions`;
  return length.count > longest[length.unit] || priority > highestPriority ? 'turns that are too long' : undefined;
}

/** The first ones: whoever is put on call in place of others is kept with who is taken off. */
function firstOf<S extends { readonly from: number }>(rows: readonly S[], most: number): readonly S[] {
  const sorted = rows.toSorted((one, other) => one.from - other.from);
  return sorted.length <= most ? rows : sorted.filter(({ from }) => from < sorted[most]!.from);
}

/** One with more shifts than there can be is several, one behind the other. */
function parted(one: TemporarySchedule): readonly TemporarySchedule[] {
  const middle = one.shifts.map(({ from }) => from).toSorted((a, b) => a - b)[temporaryShifts];
  if (middle === undefined || middle <= one.from) return [one];
  const [before, after] = [
    { from: one.from, to: middle },
    { from: middle, to: one.to },
  ];
  return [
    { ...one, ...before, shifts: clipped(one.shifts, before) },
    ...parted({ ...one, id: `${one.id} on`, ...after, shifts: clipped(one.shifts, after) }),
  ];
}

/** What can’t be a schedule here is refused by name, and is in no file; of what lies ahead, only the first is brought. */
export const withinLimits = (schedules: readonly ForeignSchedule[], remarks: Remarks): readonly ForeignSchedule[] =>
  schedules.map((schedule) => {
    const { name, layers } = schedule;
    const tooMuch =
      layers.length > layersPerSchedule
        ? `more than ${layersPerSchedule} rotations`
        : layers.map(tooMuchOf).find((one) => one !== undefined);
    if (tooMuch !== undefined) {
      remarks.add('no counterpart', `schedule with ${tooMuch}, refused`, name);
      return { ...schedule, isUnreadable: true };
    }
    const overrides = firstOf(schedule.overrides, overridesAhead);
    const temporary = firstOf(schedule.temporary.flatMap(parted), temporaryAhead);
    const isCut = overrides.length < schedule.overrides.length || temporary.length < schedule.temporary.length;
    if (isCut) remarks.add('changed', 'only the first overrides ahead', name);
    return { ...schedule, overrides, temporary };
  });
