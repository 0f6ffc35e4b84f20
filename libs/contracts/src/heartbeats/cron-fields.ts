/** A field of days that begins with a star is not set, however it goes on: Vixie’s rule. Else a day matches by either field. */
export const mustBothDaysMatch = (cron: string): boolean => {
  const [, , dayOfMonth = '*', , weekday = '*'] = cron.trim().split(/\s+/);
  return cron.startsWith('@') || dayOfMonth.startsWith('*') || weekday.startsWith('*');
};
