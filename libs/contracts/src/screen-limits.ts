import { duration } from './duration.js';
import { firstScreenLimits } from './first-screen-limits.js';

const { minute, hour, day } = duration;

/** The business constants that screens show or check, in their own module: screens load no others. Durations are in milliseconds. */
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
  /** The longest range of a schedule in one answer. */
  scheduleRange: 62 * day,
  /** Sleep hours, in hours of the person’s own zone. */
  sleepHours: { from: 22, to: 8 },
  /** Default working hours. */
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
  /** Days after which an inactive alert group is closed; 0: never. */
  closeAfterDays: { min: 0, max: 365, default: 7 },
  pageSizeMax: 200,
  bulkByFilter: 5_000,
  importRows: 500,
  ingestSoft: { signals: 300, window: 5 * minute },
  /** Listed alerts of a group; more are only counted. */
  alertsPerGroup: 2_000,
} as const;
