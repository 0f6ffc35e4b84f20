import { duration } from '@tocsin/contracts/duration.js';
import type { Installation } from './installation.js';

/** Minutes for which people and servers are present, each time. */
const there = 10;
/** Absences: longer than groups may be quiet, and until just before the announced closing is due, so that they are back in time. */
const away = [8 * duration.day, duration.day - (there + 2) * duration.minute];

/**
 * All servers are down for more than a week, and again the next day, and no sender sends anything: open groups are closed after
 * that was announced.
 */
export const ages = async (installation: Installation): Promise<void> => {
  const { scheduler } = installation;
  for (const milliseconds of away) {
    installation.awayUntil(scheduler.now + milliseconds);
    await scheduler.run(scheduler.now + there * duration.minute);
  }
};
