import { calendarMillis, toInstant } from '@tocsin/kernel/time.js';

/** `2026-Q4`: its first instant, and the first after it, in UTC. */
export const quarterOf = (quarter: string): { readonly from: string; readonly to: string } => {
  const [year, number] = quarter.split('-Q').map(Number) as [number, number];
  const startOf = (n: number): string => toInstant(calendarMillis(year, n * 3));
  return { from: startOf(number - 1), to: startOf(number) };
};
