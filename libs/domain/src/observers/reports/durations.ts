import type { Durations } from '@tocsin/contracts/reports/reports.js';

/**
 * The percentile by nearest rank: the smallest value that at least `percent` per cent of all do not exceed. The list is
 * sorted and not empty.
 */
export const percentileOf = (values: readonly number[], percent: number): number =>
  values[Math.max(0, Math.ceil((percent * values.length) / 100) - 1)]!;

/** Statistics of durations in milliseconds; null: an opening without one of the two moments. */
export function durationsOf(durations: readonly (number | null)[]): Durations {
  const values = durations.filter((one) => one !== null).toSorted((a, b) => a - b);
  const counts = { measured: values.length, missing: durations.length - values.length };
  if (values.length === 0) return { ...counts, mean: null, p50: null, p90: null, p95: null, max: null };
  const mean = Math.round(values.reduce((sum, one) => sum + one, 0) / values.length);
  const [p50, p90, p95] = [50, 90, 95].map((percent) => percentileOf(values, percent)) as [number, number, number];
  return { ...counts, mean, p50, p90, p95, max: values.at(-1)! };
}
