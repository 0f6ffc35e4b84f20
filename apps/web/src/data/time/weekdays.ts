/** The names of the weekdays, Monday first: ISO weekday 1 is at index 0. */
export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** 1 to 7 for `mon`, `tues`, `Wednesday`; undefined for other text. */
export function weekdayOf(word: string): number | undefined {
  const at = weekdayNames.findIndex((name) => word.length >= 2 && name.toLowerCase().startsWith(word.toLowerCase()));
  return at < 0 ? undefined : at + 1;
}
