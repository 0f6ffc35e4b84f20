import { textOf, type Fields } from './answers.js';
import type { ForeignSchedule } from './organisation.js';
import { clipped } from './stretches.js';

const probe = 7 * 86_400_000;

/** One schedule that can’t be read does not stop the others: it is named, and nobody is on call by it. */
export function readEach(rows: readonly Fields[], at: number, read: (row: Fields) => ForeignSchedule): readonly ForeignSchedule[] {
  return rows.map((row) => {
    try {
      const schedule = read(row);
      clipped(schedule.there({ from: at, to: at + probe }), { from: at, to: at + probe });
      return schedule;
    } catch (error) {
      const about = error instanceof Error ? error.message : 'no reason given';
      return { ...unread, id: textOf(row.id), name: textOf(row.name) || textOf(row.id), notes: [{ rule: 'unreadable', about }] };
    }
  });
}

const unread = {
  timeZone: 'UTC',
  teamId: null,
  isUnreadable: true,
  there: () => [],
  rendered: [],
  layers: [],
  overrides: [],
  temporary: [],
} as const;
