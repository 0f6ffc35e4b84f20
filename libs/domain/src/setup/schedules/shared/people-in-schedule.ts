import type { OverrideSetting, TemporarySetting } from '@tocsin/contracts/schedules/overrides.js';
import type { ScheduleVersionShown } from '@tocsin/contracts/schedules/schedules.js';

/** All people whom a schedule puts on call, now or in future. */
export const peopleInSchedule = (schedule: {
  readonly versions: readonly ScheduleVersionShown[];
  readonly overrides: readonly OverrideSetting[];
  readonly temporary: readonly TemporarySetting[];
}): readonly string[] => {
  const inLayers = schedule.versions.flatMap(({ layers }) =>
    layers.flatMap(({ rotation }) => rotation.slots.flatMap(({ people }) => people)),
  );
  const inOverrides = schedule.overrides.flatMap(({ personId, replacesId }) => [personId ?? [], replacesId ?? []].flat());
  const temporaryPeople = schedule.temporary.flatMap(({ shifts, fallback }) => [...shifts.map(({ personId }) => personId), ...fallback]);
  return [...new Set([...inLayers, ...inOverrides, ...temporaryPeople])];
};
