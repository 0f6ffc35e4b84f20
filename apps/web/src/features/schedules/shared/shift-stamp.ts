import type { ScheduleRow } from '@tocsin/contracts/schedules.js';

/** All of a row that decides who is on call: an answer holds as long as it is the same. */
export const stampOf = ({ timeZone, zones, versions, overrides, temporary }: ScheduleRow): string =>
  JSON.stringify([timeZone, zones, versions.map(({ version, effectiveFrom }) => [version, effectiveFrom]), overrides, temporary]);
