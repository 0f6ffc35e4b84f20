import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';

/** The parts of a row that decide who is on call: an answer is valid while they are unchanged. */
export const stampOf = ({ timeZone, zones, versions, overrides, temporary }: ScheduleRow): string =>
  JSON.stringify([timeZone, zones, versions.map(({ version, effectiveFrom }) => [version, effectiveFrom]), overrides, temporary]);
