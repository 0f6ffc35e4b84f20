import type { ScheduleFact } from '@tocsin/contracts/schedules/schedules.js';

/** Facts by which a person edits who is on call. */
export const editTypes: ReadonlySet<string> = new Set<ScheduleFact['type']>([
  'ScheduleChanged',
  'ScheduleChangeWithdrawn',
  'OverridesAdded',
  'OverridesImported',
  'OverrideChanged',
  'OverrideRemoved',
  'TemporaryScheduleAdded',
  'TemporaryScheduleChanged',
  'TemporaryScheduleRemoved',
  'ZoneTableTaken',
]);
