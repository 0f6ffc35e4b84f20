import type { ShiftsAnswer } from '@tocsin/contracts/schedules/answers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';

/** All people in a schedule, or in an answer about it. */
export const peopleIn = ({ versions, overrides, temporary }: ScheduleRow, answer?: ShiftsAnswer): readonly string[] => [
  ...new Set(
    [
      ...versions.flatMap(({ layers }) => layers.flatMap(({ rotation }) => rotation.slots.flatMap(({ people }) => people))),
      ...overrides.flatMap(({ personId, replacesId }) => [personId, replacesId]),
      ...temporary.flatMap(({ shifts, fallback }) => [...shifts.map(({ personId }) => personId), ...fallback]),
      ...(answer?.final ?? []).map(({ personId }) => personId),
    ].filter((personId) => personId !== null),
  ),
];
