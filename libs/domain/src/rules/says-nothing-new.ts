import { isErased } from '@tocsin/contracts/ids.js';

/**
 * Whether a settings form, as saved, says what the row says already. Fields that only the row has don’t matter. Of an erased text nobody knows
 * whether it said the same: where it is decided again, there was a fact, so it did not.
 */
export const saysNothingNew = (row: object, settings: object): boolean =>
  Object.entries(settings).every(
    ([field, value]) => !isErased(value) && JSON.stringify((row as Record<string, unknown>)[field]) === JSON.stringify(value),
  );
