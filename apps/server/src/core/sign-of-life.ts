import { duration } from '@tocsin/contracts/duration.js';

const every = 5 * duration.second;

/** Signs now and every 5 seconds, so that the next start knows since when nobody was there. The answer ends it. */
export const signLife = (sign: () => void): (() => void) => {
  sign();
  const timer = setInterval(sign, every);
  timer.unref();
  return () => clearInterval(timer);
};
