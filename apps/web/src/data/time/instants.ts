export interface Instants {
  readonly from?: string;
  readonly to?: string;
}

/** Undefined for what is no day. Without a zone it is the browser’s, the one that times are shown in. */
function instantAt(day: string | undefined, time: string): string | undefined {
  const at = new Date(`${day}T${time}`);
  return Number.isNaN(+at) ? undefined : at.toISOString();
}

/** From the first day’s begin to before the last one’s end; either may be missing, and their order does not matter. */
export function instantsOf(first: string | undefined, last: string | undefined): Instants {
  const [from, to] = first && last && first > last ? [last, first] : [first, last];
  const [begin, end] = [instantAt(from, '00:00'), instantAt(to, '24:00')];
  return { ...(begin && { from: begin }), ...(end && { to: end }) };
}

/** What a list is narrowed to: `7d`, the last days with today, or `2026-11-01..2026-11-21`, of which either end may be missing. */
export function instantsIn(days: string, now = new Date()): Instants {
  const [first, last] = days.split('..');
  if (!/^\d+d$/.test(days)) return instantsOf(first, last);
  return { from: new Date(now.getFullYear(), now.getMonth(), now.getDate() - parseInt(days) + 1).toISOString() };
}
