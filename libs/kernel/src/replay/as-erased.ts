import { ERASED, isErased } from '@tocsin/contracts/ids.js';

const inner = (of: unknown, key: string): unknown =>
  typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[key] : undefined;

/** What was decided now, erased where what stands on the log is: of what stood there nothing is left to compare with. */
export const asErased = (recorded: unknown, decided: unknown): unknown => {
  if (isErased(recorded)) return decided === undefined ? undefined : ERASED;
  if (Array.isArray(decided)) return decided.map((one, n) => asErased(inner(recorded, String(n)), one));
  if (typeof decided !== 'object' || decided === null) return decided;
  return Object.fromEntries(Object.entries(decided).map(([key, one]) => [key, asErased(inner(recorded, key), one)]));
};
