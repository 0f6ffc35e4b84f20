export const shownWeeks = 12;
const dayLength = 86_400_000;

/** The first day of the weeks that end with this one: `2026-09-04` for `2026-11-26`. */
export const firstOfWeeks = (last: string): string => dayPlus(last, 1 - 7 * shownWeeks);

export const dayPlus = (day: string, days: number): string => new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10);

/** The last days of the weeks that end with this one, oldest first. */
export const weekEnds = (last: string): readonly string[] =>
  Array.from({ length: shownWeeks }, (_, n) => dayPlus(last, 7 * (n + 1 - shownWeeks)));

/** A count of days, summed by week, oldest first. */
export function weekSums<D extends { readonly day: string }>(days: readonly D[], last: string, of: (day: D) => number): readonly number[] {
  const sums = Array.from({ length: shownWeeks }, () => 0);
  for (const one of days) {
    const week = shownWeeks - 1 - Math.floor((Date.parse(last) - Date.parse(one.day)) / (7 * dayLength));
    if (week >= 0 && week < shownWeeks) sums[week]! += of(one);
  }
  return sums;
}

/** The share of one sum in another by week; null in weeks of nothing. */
export const weekShares = (parts: readonly number[], all: readonly number[]): readonly (number | null)[] =>
  parts.map((part, n) => (all[n] ? part / all[n] : null));
