import { numberIn } from './answers.js';
import { frequencyNamed, weekdayNamed, type Recurrence } from './recurrence.js';

const partNames = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY', 'BYMONTHDAY', 'BYMONTH']);

/** The parts of an RRULE (RFC 5545). Throws for one that is not read: left out, it would be on other days, unnoticed. */
export function ruleParts(rule: string): ReadonlyMap<string, string> {
  const parts = new Map(rule.split(';').map((part) => part.split('=', 2) as [string, string]));
  for (const name of parts.keys()) if (!partNames.has(name)) throw new Error(`unknown part of a rule “${name}”`);
  return parts;
}

interface Bounds {
  readonly start: number;
  readonly until: number;
  /** The local time of an UNTIL. */
  readonly localOf: (until: string) => number;
}

export function recurrenceOf(parts: ReadonlyMap<string, string>, { start, until, localOf }: Bounds): Recurrence {
  const fields = Object.fromEntries(parts);
  const numbers = (name: string) =>
    parts
      .get(name)
      ?.split(',')
      .map((one) => numberIn({ [name]: one }, name, -31)) ?? null;
  return {
    frequency: frequencyNamed(parts.get('FREQ') ?? ''),
    start,
    interval: parts.has('INTERVAL') ? numberIn(fields, 'INTERVAL', 1) : 1,
    weekStart: weekdayNamed(parts.get('WKST') ?? 'MO'),
    weekdays: parts.get('BYDAY')?.split(',').map(weekdayNamed) ?? null,
    monthDays: numbers('BYMONTHDAY'),
    months: numbers('BYMONTH'),
    until: parts.has('UNTIL') ? Math.min(until, localOf(parts.get('UNTIL')!)) : until,
    ...(parts.has('COUNT') ? { count: numberIn(fields, 'COUNT', 1) } : {}),
  };
}
