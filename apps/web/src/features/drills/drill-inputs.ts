/** `zone=a host="db 1"` → { zone: 'a', host: 'db 1' }. Invalid labels are left out. */
export const labelsOf = (typed = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...typed.matchAll(/([\w.-]+)=(?:"([^"]*)"|(\S+))/g)].map(([, name, quoted, plain]) => [name!, quoted ?? plain ?? '']),
  );

/** The next Sunday at three in the morning, in the reader’s zone. */
export const nextSundayNight = (now: number): string => {
  const day = new Date(now);
  day.setHours(3, 0, 0, 0);
  day.setDate(day.getDate() + ((7 - day.getDay()) % 7));
  if (day.getTime() <= now) day.setDate(day.getDate() + 7);
  return day.toISOString();
};
