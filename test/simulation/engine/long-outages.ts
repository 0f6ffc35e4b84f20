import { duration } from '@tocsin/contracts/duration.js';
import type { Installation } from './installation.js';

/** Minutes for which servers run, each time. */
const uptimeMinutes = 10;
/** Outages: longer than groups may be quiet; then until just before the announced closing is due, so that it is found in time. */
const outages = [8 * duration.day, duration.day - (uptimeMinutes + 2) * duration.minute];

/**
 * All servers are down for more than a week, and again the next day, and no sender sends anything: open groups are closed after
 * that was announced.
 */
export const runLongOutages = async (installation: Installation): Promise<void> => {
  const { scheduler } = installation;
  for (const milliseconds of outages) {
    installation.stopAllUntil(scheduler.now + milliseconds);
    await scheduler.run(scheduler.now + uptimeMinutes * duration.minute);
  }
};
