import type { HeartbeatSchedule, HeartbeatShown } from '@tocsin/contracts/heartbeats/noun.js';
import { minutesInWords } from '../../data/time/times.js';
import { placeName } from '../../data/time/zone-times.js';

export const stateWords: Record<HeartbeatShown['state'], string> = {
  inactive: 'Waiting for its first ping',
  healthy: 'Healthy',
  overdue: 'Overdue',
  failing: 'Failing',
  removed: 'Removed',
};

/** `every 15 min`; `0 3 * * *, Berlin`. */
export const scheduleWords = (schedule: HeartbeatSchedule): string =>
  schedule.kind === 'interval' ? `every ${minutesInWords(schedule.every)}` : `${schedule.cron}, ${placeName(schedule.zone)}`;

const listed = 3;
/** How far a job may be from half an hour, in minutes. */
const slack = 2;

/** Minutes by which the last runs were all off their marks, if that is a number of half hours: the job’s clock is another. */
export const clockOffset = (runs: HeartbeatShown['runs']): number | null => {
  const offs = runs.flatMap(({ offMark }) => offMark ?? []).slice(-listed);
  const [first = 0] = offs;
  const halfHours = Math.round(first / 30) * 30;
  const isSame = offs.length === listed && offs.every((off) => Math.abs(off - halfHours) <= slack);
  return isSame && halfHours !== 0 ? halfHours : null;
};

const order: Record<HeartbeatShown['state'], number> = { failing: 0, overdue: 0, inactive: 2, healthy: 1, removed: 3 };

/** What is down first, then what is expected soonest. */
export const byUrgency = (a: HeartbeatShown, b: HeartbeatShown): number =>
  order[a.state] - order[b.state] || (a.expectedAt ?? '9').localeCompare(b.expectedAt ?? '9') || a.name.localeCompare(b.name);
