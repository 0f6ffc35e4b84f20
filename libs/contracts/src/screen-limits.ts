import { duration } from './duration.js';
import { firstScreenLimits } from './first-screen-limits.js';

const { minute, hour, day } = duration;

/** The business constants that screens show or check. A module of their own: a screen loads no others. Durations are milliseconds. */
export const screenLimits = {
  ...firstScreenLimits,
  stepsPerPolicy: 10,
  repeatsMax: 5,
  stepDelayMinutes: { min: 1, max: 9_000, default: 5, presets: [1, 5, 15, 30, 60] },
  layersPerSchedule: 10,
  restrictionsPerLayer: 30,
  overrideReasonCharacters: 200,
  coverNoteCharacters: 200,
  temporaryShifts: 100,
  /** What one answer computes of a schedule: a month on a screen, with its margins. */
  scheduleRange: 62 * day,
  /** When people sleep, in hours of the clock of their own zone. */
  sleepHours: { from: 22, to: 8 },
  /** When people work, until they choose other hours. */
  workingHours: { from: 9, to: 18, weekdays: [1, 2, 3, 4, 5] },
  /** The longest time away. */
  awayLength: 366 * day,
  restartAfterExhausted: 30 * minute,
  ownersAfterManagers: 5 * minute,
  contactMethodsPerPerson: 10,
  notificationRulesPerPerson: 15,
  liveKeysPerIntegration: 2,
  tokenDays: { max: 365, default: 90 },
  tokensPerPerson: 20,
  calendarFeedsPerPerson: 20,
  ackTimeoutMinutes: { high: 30, low: 0 },
  /** The longest snooze by urgency, and the choices that screens offer. */
  snooze: { high: 24 * hour, low: 30 * day },
  snoozeMinutes: [30, 60, 120, 180, 240, 360, 720, 1440],
  /** An alert group that is quiet for so long is closed; the organisation’s setting, 0 is off. */
  closeAfterDays: { min: 0, max: 365, default: 7 },
  pageSizeMax: 200,
  bulkByFilter: 5_000,
  importRows: 500,
  ingestSoft: { signals: 300, window: 5 * minute },
  /** Alerts that a group lists; more are only counted. */
  alertsPerGroup: 2_000,
} as const;
