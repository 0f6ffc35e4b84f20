import { endsOf } from '../../../data/time/days.js';

/** The last days are counted from today, also in a saved view. */
export const recentPeriods: Readonly<Record<string, string>> = { '1d': 'today', '7d': 'in 7 days', '30d': 'in 30 days' };

/** `in 7 days`, `2026-11-01 to 2026-11-02`. */
export function openedWords(opened: string): string {
  if (!opened.includes('..')) return recentPeriods[opened] ?? `in ${opened.slice(0, -1)} days`;
  const [from, to] = endsOf(opened);
  return [from || 'the beginning', to || 'today'].join(' to ');
}
