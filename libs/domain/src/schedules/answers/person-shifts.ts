import type { PersonShiftsAnswer } from '@tocsin/contracts/schedule-answers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules.js';
import { toInstant } from '@tocsin/kernel/time.js';
import { asSchedule, toDutyShown } from '../as-schedule.js';
import { zonesOf } from '../shared/zones-of.js';
import { computeOnCall } from './shifts-answer.js';
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

/** A person’s shifts within a future range. */
export function listPersonShifts(row: ScheduleRow, personId: string, range: Range): PersonShiftsAnswer['shifts'] {
  const { id: scheduleId, name, timeZone } = row;
  return computeOnCall(asSchedule(row), zonesOf(row), range)
    .shifts.filter(({ person }) => person === personId)
    .map(({ from, to, ...duty }) => ({ scheduleId, name, timeZone, from: toInstant(from), to: toInstant(to), why: toDutyShown(duty).why }));
}
