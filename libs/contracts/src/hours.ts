import { z } from 'zod';

/** `HH:MM` on the clock of a zone. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time of day, such as 09:00.');
/** A name of the IANA data, such as `Europe/Berlin`. Whether there is such a zone is decided by the table in use. */
export const zone = z.string().min(1).max(64);
export const weekday = z.number().int().min(1).max(7);

/** On these weekdays (none: every day), between two times of day or all day. It belongs to the day it begins on. */
export const timesOfWeek = z.strictObject({
  weekdays: z.array(weekday).max(7),
  times: z.strictObject({ from: timeOfDay, to: timeOfDay }).optional(),
});

/** Working or support hours: times of the week by the clock of a zone. */
export const weeklyHours = z.strictObject({ timeZone: zone, times: z.array(timesOfWeek).min(1).max(10) });
export type WeeklyHours = z.infer<typeof weeklyHours>;
