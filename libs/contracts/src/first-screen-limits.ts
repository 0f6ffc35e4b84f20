import { duration } from './duration.js';

/** Those of the screen limits that the first screens need before anything is drawn: the others are loaded with what uses them. */
export const firstScreenLimits = {
  /** Milliseconds. */
  undoGrace: 10 * duration.second,
  /** Alert groups that one command acts on, named one by one. */
  bulk: 200,
  passwordCharacters: { min: 10, max: 200 },
} as const;
