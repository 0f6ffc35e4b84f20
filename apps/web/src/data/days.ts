/** Days as the address says them, `2026-11-21`, in the zone of the browser: the one that times are shown in. */
const pattern = /^(\d{4})-(\d\d)-(\d\d)$/;

const begins = (day: string, later = 0): Date => {
  const [, year, month, date] = pattern.exec(day) ?? [];
  return new Date(Number(year), Number(month) - 1, Number(date) + later);
};

const two = (value: number): string => String(value).padStart(2, '0');

/** The day on which a moment lies. */
export const dayOf = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** `2026-02-30` is none. */
export const isDay = (text: unknown): text is string => typeof text === 'string' && pattern.test(text) && dayOf(begins(text)) === text;

/** So many days before this one. */
export const daysBefore = (day: string, days: number): string => dayOf(begins(day, -days));

/** The instants from the first day’s begin to before the last one’s end; either may be open, and their order does not matter. */
export function instantsOf(from: string | undefined, to: string | undefined): { readonly from?: string; readonly to?: string } {
  const [first, last] = from && to && from > to ? [to, from] : [from, to];
  return {
    ...(first ? { from: begins(first).toISOString() } : {}),
    ...(last ? { to: begins(last, 1).toISOString() } : {}),
  };
}
