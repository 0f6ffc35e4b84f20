import type { ThreadRow } from './shared/thread-row.js';

/** Numbers of threads of one alert group: all, open ones, and their listed and counted alerts that fire. */
export interface Tally {
  readonly threads: number;
  readonly open: number;
  readonly firing: number;
  readonly counted: number;
}

export const zeroTally: Tally = { threads: 0, open: 0, firing: 0, counted: 0 };

/** A thread’s share of its group’s totals. A closed thread counts only the alerts that still fire. */
export const tallyOf = ({ open, alerts, counted }: Pick<ThreadRow, 'open' | 'alerts' | 'counted'>) => ({
  threads: 1,
  open: open ? 1 : 0,
  firing: Object.keys(alerts).length,
  counted,
});
