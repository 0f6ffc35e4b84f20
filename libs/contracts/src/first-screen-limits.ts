import { duration } from './duration.js';

/** The screen limits that the first screens need before they render; the others load with what uses them. */
export const firstScreenLimits = {
  /** Time to undo an action. */
  undoGrace: 10 * duration.second,
  /** Alert groups in one bulk command. */
  bulk: 200,
  passwordCharacters: { min: 10, max: 200 },
} as const;
