/** Days as the address says them, `2026-11-21`, in the zone of the browser: the one that times are shown in. */
const pattern = /^(\d{4})-(\d\d)-(\d\d)$/;

const begins = (day: string): Date => {
  const [, year, month, date] = pattern.exec(day) ?? [];
  return new Date(Number(year), Number(month) - 1, Number(date));
};

const two = (value: number): string => String(value).padStart(2, '0');

/** The local day of an instant. */
export const dayOf = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** `2026-02-30` is none. */
export const isDay = (text: unknown): text is string => typeof text === 'string' && pattern.test(text) && dayOf(begins(text)) === text;

/** The ends of `2026-11-01..2026-11-21`; invalid ones are missing. */
export function endsOf(days: string): [from: string | undefined, to: string | undefined] {
  const [from, to] = days.split('..').map((day) => (isDay(day) ? day : undefined));
  return [from, to];
}
