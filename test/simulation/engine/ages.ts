import { duration } from '@tocsin/contracts/duration.js';
import type { Installation } from './installation.js';

/** Minutes for which somebody is there, each time. */
const there = 10;
/** Longer than groups may be quiet, and until just before what was announced then is due: it is found in time. */
const away = [8 * duration.day, duration.day - (there + 2) * duration.minute];

/** Nobody is there for more than a week, nor the day after, and no sender says anything: what is open is closed, once that was announced. */
export const ages = async (installation: Installation): Promise<void> => {
  const { scheduler } = installation;
  for (const milliseconds of away) {
    installation.awayUntil(scheduler.now + milliseconds);
    await scheduler.run(scheduler.now + there * duration.minute);
  }
};
