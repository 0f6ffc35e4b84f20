import { ERASED, isErased } from '@tocsin/contracts/ids.js';

const eraseValue = (of: unknown, key: string): unknown =>
  typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[key] : undefined;

/** The decided data with the erased mark in every field that is erased on the log: such a field can’t be compared. */
export const eraseAlike = (recordedData: unknown, decidedData: unknown): unknown => {
  if (isErased(recordedData)) return decidedData === undefined ? undefined : ERASED;
  if (Array.isArray(decidedData)) return decidedData.map((one, n) => eraseAlike(eraseValue(recordedData, String(n)), one));
  if (typeof decidedData !== 'object' || decidedData === null) return decidedData;
  return Object.fromEntries(Object.entries(decidedData).map(([key, one]) => [key, eraseAlike(eraseValue(recordedData, key), one)]));
};
