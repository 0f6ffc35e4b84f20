/** Monday first, as ISO counts them from 1. */
export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** 1 to 7 for `mon`, `tues`, `Wednesday`; undefined for what is no weekday. */
export function weekdayOf(word: string): number | undefined {
  const at = weekdayNames.findIndex((name) => word.length >= 2 && name.toLowerCase().startsWith(word.toLowerCase()));
  return at < 0 ? undefined : at + 1;
}
