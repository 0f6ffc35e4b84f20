import { duration } from '../duration.js';

const { second, minute, day } = duration;

/**
 * The auditor: later than `late` counts as late; later than `alarm` the audit fails, and work without an outcome counts as never done.
 * After `givenUp` an outcome is no longer expected. A finding alarms for `quiet`.
 */
export const audit = {
  late: 10 * second,
  alarm: 60 * second,
  givenUp: 1 * day,
  quiet: 10 * minute,
  hours: 7 * 24,
  findings: 100,
  absences: 20,
} as const;
