import type { PersonShiftsAnswer } from '@tocsin/contracts/schedules/answers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import { addMillis, toInstant, toMillis } from '@tocsin/kernel/time.js';
import { asSchedule, toDutyShown } from '../as-schedule.js';
import { zonesOf } from '../shared/zones-of.js';
import { splitIntoParts } from '../shifts/next-change.js';
import { joinShifts } from './join-shifts.js';
import { computeOnCall, listShiftsAhead } from './shifts-answer.js';
import type { Range } from './recorded-duties.js';

/** Whether the current schedule can ever put a person on call. */
export const doesTakePart = ({ versions, overrides, temporary }: ScheduleRow, personId: string): boolean =>
  versions.some(
    ({ layers, rotations }) =>
      layers.some(({ rotation }) => rotation.slots.some(({ people }) => people.includes(personId))) ||
      (rotations ?? []).some(({ kept }) => kept?.people.includes(personId)),
  ) ||
  overrides.some((override) => override.personId === personId) ||
  temporary.some(({ shifts, fallback }) => fallback.includes(personId) || shifts.some((shift) => shift.personId === personId));

/** A person’s shifts within a future range; the last ones may be cut off at its end. */
export function listPersonShifts(row: ScheduleRow, personId: string, range: Range): PersonShiftsAnswer['shifts'] {
  const { id: scheduleId, name, timeZone } = row;
  return computeOnCall(asSchedule(row), zonesOf(row), range)
    .shifts.filter(({ person }) => person === personId)
    .map(({ from, to, ...duty }) => ({ scheduleId, name, timeZone, from: toInstant(from), to: toInstant(to), why: toDutyShown(duty).why }));
}

type PersonShift = PersonShiftsAnswer['shifts'][number];

/** The same, with those that reach over the end of the range up to where they end. */
export const listWholePersonShifts = (row: ScheduleRow, personId: string, range: Range): PersonShiftsAnswer['shifts'] =>
  listPersonShifts(row, personId, range).map((shift) =>
    shift.to === range.to ? { ...shift, to: endOf(row, { ...shift, personId }) } : shift,
  );

/** Read on in parts, short ones first: most shifts end soon. */
function endOf(row: ScheduleRow, shift: PersonShift & { readonly personId: string }): string {
  let { to } = shift;
  const interval = { from: toMillis(to), to: toMillis(addMillis(to, scheduleLimits.shiftEndSearch)) };
  for (const part of splitIntoParts(interval)) {
    const within = { from: toInstant(part.from), to: toInstant(part.to) };
    const next = listShiftsAhead(row, within).find((one) => one.from === to && joinShifts([{ ...shift, to }, one]).length === 1);
    to = next?.to ?? to;
    if (to < within.to) return to;
  }
  return to;
}
