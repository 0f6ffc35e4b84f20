import { duration } from '@tocsin/contracts/duration.js';

const every = 5 * duration.second;

/**
 * Writes a sign of life now and every 5 seconds, so that the next start knows when this server stopped. Returns a function that
 * ends it.
 */
export const signLife = (sign: () => void): (() => void) => {
  sign();
  const timer = setInterval(sign, every);
  timer.unref();
  return () => clearInterval(timer);
};
