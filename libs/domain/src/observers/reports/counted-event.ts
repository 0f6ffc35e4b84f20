import type { EventsOfLine } from '@tocsin/contracts/reports/reports.js';
import type { ReportFact } from './fact.js';
import type { Group } from './openings.js';

/** One event that a number of a report counts. */
export interface CountedEvent {
  readonly groupId: string;
  readonly ordinal: number;
  /** Milliseconds; for a step: when it was due. */
  readonly at: number;
  readonly personId?: string;
  readonly channel?: string;
  readonly reason?: string | null;
  readonly late?: number | null;
  /** Signals in one routing event; absent: 1. */
  readonly times?: number;
}

/** A report that can list the events behind its numbers. */
export interface EventsFold {
  take(fact: ReportFact): void;
  /** In no particular order. Throws for a figure or a line that the report does not have. */
  eventsOf(line: EventsOfLine): readonly CountedEvent[];
  groupOf(groupId: string): Readonly<Group> | undefined;
}

/** The entry of a table for a name that was checked when it was requested. Throws when there is none. */
export function entryOf<T>(table: Readonly<Record<string, T>>, name: string): T {
  const entry = Object.hasOwn(table, name) ? table[name] : undefined;
  if (entry === undefined) throw new Error(`this report has no ${name}`);
  return entry;
}
