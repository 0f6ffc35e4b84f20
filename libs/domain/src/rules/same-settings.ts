import { isErased } from '@tocsin/contracts/ids.js';

/**
 * Whether saved settings equal the row. Fields that only the row has are ignored. An erased text counts as different:
 * in a replay its fact exists, so it was different.
 */
export const hasSameSettings = (row: object, settings: object): boolean =>
  Object.entries(settings).every(
    ([field, value]) => !isErased(value) && JSON.stringify((row as Record<string, unknown>)[field]) === JSON.stringify(value),
  );
