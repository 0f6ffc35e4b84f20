export interface Instants {
  readonly from?: string;
  readonly to?: string;
}

/** Undefined for an invalid day. Without a zone it is the browser’s, in which times are shown. */
function instantAt(day: string | undefined, time: string): string | undefined {
  const at = new Date(`${day}T${time}`);
  return Number.isNaN(+at) ? undefined : at.toISOString();
}

/** From the start of the first day to the end (exclusive) of the last one; either may be missing, in any order. */
export function instantsOf(first: string | undefined, last: string | undefined): Instants {
  const [from, to] = first && last && first > last ? [last, first] : [first, last];
  const [begin, end] = [instantAt(from, '00:00'), instantAt(to, '24:00')];
  return { ...(begin && { from: begin }), ...(end && { to: end }) };
}

/** Parses a period: `7d` (the last days including today), or `2026-11-01..2026-11-21`, of which either end may be missing. */
export function instantsIn(days: string, now = new Date()): Instants {
  const [first, last] = days.split('..');
  if (!/^\d+d$/.test(days)) return instantsOf(first, last);
  return { from: new Date(now.getFullYear(), now.getMonth(), now.getDate() - parseInt(days) + 1).toISOString() };
}
