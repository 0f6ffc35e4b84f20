import { ERASED, isErased } from '@tocsin/contracts/ids.js';

const inner = (of: unknown, key: string): unknown =>
  typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[key] : undefined;

/** The decided data, with the erased mark in every field that is erased on the log: its recorded value is gone and can’t be compared. */
export const asErased = (recorded: unknown, decided: unknown): unknown => {
  if (isErased(recorded)) return decided === undefined ? undefined : ERASED;
  if (Array.isArray(decided)) return decided.map((one, n) => asErased(inner(recorded, String(n)), one));
  if (typeof decided !== 'object' || decided === null) return decided;
  return Object.fromEntries(Object.entries(decided).map(([key, one]) => [key, asErased(inner(recorded, key), one)]));
};
