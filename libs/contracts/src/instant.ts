import { z } from 'zod';

/** As stored and answered everywhere: UTC with milliseconds. */
const canonical = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const rfc3339 = z.regexes.datetime({ offset: true });

/**
 * Reads an instant in RFC 3339 and returns it in UTC with milliseconds: `2026-11-21T04:12:00+01:00` as `2026-11-21T03:12:00.000Z`; null for other
 * text. Takes any offset, any number of digits of a second (those after milliseconds are cut), `t` and `z`, and the leap second `:60` as the second
 * after it. Seconds may be missing, because Java’s `OffsetDateTime` leaves out `:00`.
 */
export const parseInstant = (text: string): string | null => {
  // nearly all are written as we write them
  if (canonical.test(text) && rfc3339.test(text)) return text;
  const full = text.toUpperCase().replace(/(T\d{2}:\d{2})(?=[Z+-])/, '$1:00');
  const isLeap = /T\d{2}:\d{2}:60/.test(full);
  const readable = isLeap ? full.replace(':60', ':59') : full;
  if (!rfc3339.test(readable)) return null;
  const millis = Date.parse(readable.replace(/(\.\d{3})\d+/, '$1'));
  const utc = new Date(isLeap ? Math.floor(millis / 1_000 + 1) * 1_000 : millis).toISOString();
  // a leap second is the last one of a day in UTC; an offset can lead out of the years 0000 to 9999
  return canonical.test(utc) && (!isLeap || utc.endsWith('T00:00:00.000Z')) ? utc : null;
};
